import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandomSource } from '../random.ts'
import { openCoverage } from './coverage.ts'
import { searchInputs } from './search.ts'
import type { FuzzTarget } from './target.ts'

/** Fails only for input that random generation would not produce at once, but each step of which is separate code. */
function parseNested(text: string): void {
  if (!text.startsWith('<')) return
  const rest = text.slice(1)
  if (!rest.startsWith('<')) return
  const nested = rest.slice(1)
  if (!nested.startsWith('<')) return
  if (nested.includes('>')) throw new RangeError('too deep')
}

const target: FuzzTarget = {
  name: 'deep',
  sourcePattern: /search\.test\.ts/,
  seeds: ['plain'],
  tokens: ['<', '>', 'a'],
  run: parseNested,
}

test('a guided search gets past nested conditions step by step and shrinks the input that it finds', async () => {
  const coverage = await openCoverage(target.sourcePattern)
  let remaining = 2_000
  const inputs: string[] = []
  const { crashes, newInputs } = await searchInputs({
    target,
    coverage,
    random: createSeededRandomSource(1),
    shouldContinue: () => --remaining > 0 && !inputs.includes('<<<>'),
    onInput: (input) => void inputs.push(input),
    onIdle: () => {},
  })
  coverage.close()
  assert.deepEqual(
    crashes.map(({ input }) => input),
    ['<<<>'],
  )
  assert.ok(newInputs >= 2, 'the search keeps inputs that reach new code')
})
