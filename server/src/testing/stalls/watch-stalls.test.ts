// Own process: monitors the event loop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { runReference, stallLimit, watchStalls } from './watch-stalls.ts'

const plantedReferences = 3 * stallLimit

test('a synchronous loop is a stall', async () => {
  const { longest } = await watchStalls(async () => {
    await setTimeout(5)
    for (let n = 0; n < plantedReferences; n++) runReference()
    await setTimeout(5)
  })
  assert.ok(longest.references > stallLimit, `${longest.references} references`)
})

test('a synchronous loop at the very end is a stall', async () => {
  const { longest } = await watchStalls(async () => {
    for (let n = 0; n < plantedReferences; n++) runReference()
  })
  assert.ok(longest.references > stallLimit, `${longest.references} references`)
})

test('the same work in portions is not a stall', async () => {
  const { longest } = await watchStalls(async () => {
    for (let n = 0; n < plantedReferences; n++) {
      runReference()
      await setImmediate()
    }
  })
  assert.ok(longest.references < stallLimit, `${longest.references} references`)
})

test('waiting is not a stall', async () => {
  const { longest } = await watchStalls(() => setTimeout(500))
  assert.ok(longest.references < stallLimit, `${longest.references} references`)
})
