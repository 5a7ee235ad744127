import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPatch } from './patch.ts'

type Kite = { name: string; colour?: string | undefined; tags?: string[] | undefined }
const kite: Kite = { name: 'Kite', colour: 'red', tags: ['a'] }

const cases: [title: string, change: Parameters<typeof applyPatch<Kite>>[1], result: Kite][] = [
  ['without the field keeps it', {}, kite],
  ['that says undefined keeps it', { colour: undefined }, kite],
  ['that says null takes the field away', { colour: null }, { name: 'Kite', tags: ['a'] }],
  ['that says an empty text sets it', { colour: '' }, { ...kite, colour: '' }],
  ['with a list replaces the list whole', { tags: ['b'] }, { ...kite, tags: ['b'] }],
  ['with an empty list empties it', { tags: [] }, { ...kite, tags: [] }],
]

for (const [title, change, result] of cases) {
  test(`a patch ${title}`, () => {
    const after = applyPatch(kite, change)
    assert.deepEqual(after, result)
    assert.deepEqual(Object.keys(after).sort(), Object.keys(result).sort())
  })
}

test('a patch does not modify its input', () => {
  applyPatch(kite, { name: 'Other', colour: null })
  assert.deepEqual(kite, { name: 'Kite', colour: 'red', tags: ['a'] })
})
