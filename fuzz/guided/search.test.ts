import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandomSource } from '../random.ts'
import { openCoverage } from './coverage.ts'
import { searchInputs } from './search.ts'
import type { FuzzTarget } from './target.ts'

/** Fails only for input that random generation would not produce at once, but each step of which is separate code. */
function readDeep(text: string): void {
  if (!text.startsWith('<')) return
  const inside = text.slice(1)
  if (!inside.startsWith('<')) return
  const deeper = inside.slice(1)
  if (!deeper.startsWith('<')) return
  if (deeper.includes('>')) throw new RangeError('too deep')
}

const target: FuzzTarget = {
  name: 'deep',
  within: /search\.test\.ts/,
  seeds: ['plain'],
  words: ['<', '>', 'a'],
  run: readDeep,
}

test('a guided search gets past nested conditions step by step and shrinks the input that it finds', async () => {
  const coverage = await openCoverage(target.within)
  let left = 2_000
  const inputs: string[] = []
  const { crashes, keptInputs } = await searchInputs({
    target,
    coverage,
    random: createSeededRandomSource(1),
    shouldContinue: () => --left > 0 && !inputs.includes('<<<>'),
    onInput: (input) => void inputs.push(input),
    onIdle: () => {},
  })
  coverage.close()
  assert.deepEqual(
    crashes.map(({ input }) => input),
    ['<<<>'],
  )
  assert.ok(keptInputs >= 2, 'what came nearer was kept')
})
