import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance } from './advance.ts'
import { createTestWorld } from './testing/conversation.ts'

test('the steps that were worked on are told in their order, those of a called flow among them', () => {
  const world = createTestWorld(
    {
      steps: [
        { say: 'Hello' },
        { branch: [{ if: 'last.ok', goto: 'end' }] },
        { call: 'other' },
        { id: 'end', say: 'Bye' },
      ],
    },
    { playbooks: { other: { steps: [{ say: 'In between' }] } } },
  )
  const { passed } = advance(undefined, { kind: 'start', playbookId: 'main' }, world)
  assert.deepEqual(
    passed?.map(({ playbookId, step }) => `${playbookId} ${step}`),
    ['main 0', 'main 1', 'main 2', 'other 0', 'main 3'],
  )
})

test('no step was worked on where the flow is unknown', () => {
  assert.equal(
    advance(undefined, { kind: 'start', playbookId: 'gone' }, createTestWorld({ steps: [{ say: 'x' }] })).passed,
    undefined,
  )
})
