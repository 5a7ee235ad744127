import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { invariants } from '../invariants/index.ts'
import { faultScenarios } from './index.ts'

const guide = readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8')

test('the guide lists every scenario, in the same order', () => {
  const listed = [...guide.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name)
  assert.deepEqual(
    listed,
    faultScenarios.map(({ name }) => name),
  )
})

test('the guide lists every invariant', () => {
  const listed = [...guide.matchAll(/^\| ([IP]\d+(?:, [IP]\d+)*) \|/gm)].flatMap(([, names = '']) => names.split(', '))
  const known = [...new Set(invariants.map(({ name }) => name))]
  assert.deepEqual(listed.toSorted(), known.toSorted())
})
