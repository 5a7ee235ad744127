import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDependentPlaybooks } from './delete-playbook.tsx'

test('a playbook lists the flows of others that lead to it by a call, a handoff or an end', () => {
  const flowWith = (step: object) => ({ id: 'main', slots: [], steps: [step] })
  const playbooks = [
    { id: 'a', flow: flowWith({ call: 'a' }) },
    { id: 'b', flow: flowWith({ call: 'a' }) },
    { id: 'c', flow: flowWith({ handoff: 'playbook:a' }) },
    { id: 'd', flow: flowWith({ end: { outcome: 'x', handoff: 'a' } }) },
    { id: 'e', flow: flowWith({ handoff: 'human' }) },
    { id: 'f' },
  ]
  assert.deepEqual(
    findDependentPlaybooks('a', playbooks).map(({ id }) => id),
    ['b', 'c', 'd'],
  )
})
