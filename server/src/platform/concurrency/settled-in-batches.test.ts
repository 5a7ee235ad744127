import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settledInBatches } from './concurrency.ts'

const hour = 3_600_000
const briefly = 1

async function wavesOf(promises: Promise<string>[], milliseconds: number): Promise<string[][]> {
  const waves: string[][] = []
  for await (const wave of settledInBatches(promises, milliseconds)) {
    waves.push(wave.map((come) => `${come.index} ${come.status === 'fulfilled' ? come.value : come.reason.message}`))
  }
  return waves
}

test('no promises give no batch', async () => {
  assert.deepEqual(await wavesOf([], hour), [])
})

test('promises that settle in time form one batch, which waits only for the last; a rejection counts as settled', async () => {
  const late = Promise.withResolvers<string>()
  const waves = wavesOf([late.promise, Promise.reject(new Error('broken')), Promise.resolve('quick')], hour)
  setImmediate(() => late.resolve('late'))
  const [only, ...more] = await waves
  assert.deepEqual([only?.toSorted(), more], [['0 late', '1 broken', '2 quick'], []])
})

test('late promises do not delay the others and are returned as they settle', async () => {
  const [late, later] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const waves = settledInBatches([late.promise, Promise.resolve('quick'), later.promise], briefly)
  const next = async () => (await waves.next()).value?.map(({ index }: { index: number }) => index)
  assert.deepEqual(await next(), [1])
  late.reject(new Error('broken'))
  assert.deepEqual(await next(), [0])
  later.resolve('later')
  assert.deepEqual([await next(), await next()], [[2], undefined])
})

test('promises that settle while a batch is processed form the next batch', async () => {
  const late = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const sizes: number[] = []
  for await (const wave of settledInBatches(
    [Promise.resolve('quick'), ...late.map(({ promise }) => promise)],
    briefly,
  )) {
    sizes.push(wave.length)
    for (const { resolve } of late) resolve('late')
    await new Promise(setImmediate)
  }
  assert.deepEqual(sizes, [1, 2])
})
