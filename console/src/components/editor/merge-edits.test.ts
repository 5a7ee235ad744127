import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { mergeEdits } from './useEditor.ts'

test('an untouched field takes the value of the server', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (saved, sent) => {
      assert.deepEqual(mergeEdits<unknown>(saved, sent, structuredClone(sent)), saved)
    }),
  )
})

test('text typed during a save stays, next to the values that the server returned', () => {
  const sent = { name: ' Ada ', steps: [{ say: 'Hi' }, { say: 'Bye' }], tags: ['a'] }
  const saved = { id: 'made', name: 'Ada', steps: [{ say: 'Hi.' }, { say: 'Bye.' }], tags: ['a'] }
  const now = { name: ' Ada ', steps: [{ say: 'Hi' }, { say: 'Bye now' }], tags: ['a', 'b'] }
  const wanted = { id: 'made', name: 'Ada', steps: [{ say: 'Hi.' }, { say: 'Bye now' }], tags: ['a', 'b'] }
  assert.deepEqual(mergeEdits<object>(saved, sent, now), wanted)
})

test('an entry removed during a save stays removed', () => {
  assert.deepEqual(mergeEdits<object>({ a: 1, b: 2 }, { a: 1, b: 2 }, { b: 3 }), { b: 3 })
})
