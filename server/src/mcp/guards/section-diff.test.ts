import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffSections } from './import-agent.ts'

test('the diff lists entries with ids by id, and everything else as before and after', () => {
  const before = { goals: [{ id: 'a', n: 1 }, { id: 'b' }], rules: ['x'], deep: { fields: [{ key: 'k', t: 1 }] } }
  const after = { goals: [{ id: 'a', n: 2 }, { id: 'c' }], rules: ['y'], deep: { fields: [{ key: 'k', t: 1 }] } }
  assert.deepEqual(diffSections(before, after, ['goals', 'rules', 'deep.fields', 'absent']), [
    { section: 'goals', added: ['c'], removed: ['b'], changed: ['a'] },
    { section: 'rules', before: ['x'], after: ['y'] },
  ])
})

test('the diff marks new values as added and shortens long ones', () => {
  assert.deepEqual(diffSections({}, { goals: [{ id: 'a' }] }, ['goals']), [
    { section: 'goals', added: ['a'], removed: [], changed: [] },
  ])
  const [change] = diffSections({}, { text: 'x'.repeat(5_000) }, ['text'])
  assert.ok(change && 'after' in change && String(change.after).length < 700)
})
