import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffSections } from './import-agent.ts'

test('lists of things with ids are told by their ids, everything else as it was and will be', () => {
  const before = { goals: [{ id: 'a', n: 1 }, { id: 'b' }], rules: ['x'], deep: { fields: [{ key: 'k', t: 1 }] } }
  const after = { goals: [{ id: 'a', n: 2 }, { id: 'c' }], rules: ['y'], deep: { fields: [{ key: 'k', t: 1 }] } }
  assert.deepEqual(diffSections(before, after, ['goals', 'rules', 'deep.fields', 'absent']), [
    { section: 'goals', added: ['c'], removed: ['b'], changed: ['a'] },
    { section: 'rules', before: ['x'], after: ['y'] },
  ])
})

test('what was not there before is added, and what is long is shortened', () => {
  assert.deepEqual(diffSections({}, { goals: [{ id: 'a' }] }, ['goals']), [
    { section: 'goals', added: ['a'], removed: [], changed: [] },
  ])
  const [change] = diffSections({}, { text: 'x'.repeat(5_000) }, ['text'])
  assert.ok(change && 'after' in change && String(change.after).length < 700)
})
