import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { mergeEdits } from './useEditor.ts'

test('what was not touched since is as the server has it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (saved, sent) => {
      assert.deepEqual(mergeEdits<unknown>(saved, sent, structuredClone(sent)), saved)
    }),
  )
})

test('what was written while it was saved stays, beside what the server has made of the rest', () => {
  const sent = { name: ' Ada ', steps: [{ say: 'Hi' }, { say: 'Bye' }], tags: ['a'] }
  const saved = { id: 'made', name: 'Ada', steps: [{ say: 'Hi.' }, { say: 'Bye.' }], tags: ['a'] }
  const now = { name: ' Ada ', steps: [{ say: 'Hi' }, { say: 'Bye now' }], tags: ['a', 'b'] }
  const wanted = { id: 'made', name: 'Ada', steps: [{ say: 'Hi.' }, { say: 'Bye now' }], tags: ['a', 'b'] }
  assert.deepEqual(mergeEdits<object>(saved, sent, now), wanted)
})

test('what was taken away meanwhile stays away', () => {
  assert.deepEqual(mergeEdits<object>({ a: 1, b: 2 }, { a: 1, b: 2 }, { b: 3 }), { b: 3 })
})
