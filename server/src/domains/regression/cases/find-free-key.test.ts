import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { findFreeKey } from './write.ts'

test('a copy keeps its key, or gets the next free one', () => {
  assert.equal(findFreeKey('greets', new Set()), 'greets')
  assert.equal(findFreeKey('greets', new Set(['greets'])), 'greets-2')
  assert.equal(findFreeKey('greets', new Set(['greets', 'greets-2', 'greets-4'])), 'greets-3')
})

test('any number of copies of a key of any length each get a unique key that fits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,118}$/), fc.integer({ min: 1, max: 120 }), (key, copies) => {
      const usedKeys = new Set<string>()
      for (let copy = 0; copy < copies; copy++) usedKeys.add(findFreeKey(key, usedKeys))
      assert.equal(usedKeys.size, copies)
      for (const one of usedKeys) assert.match(one, /^[a-z0-9][a-z0-9-]{0,118}$/)
    }),
  )
})
