import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance } from './advance.ts'
import { createTestWorld } from './testing/conversation.ts'

test('the passed steps are listed in order, including those of a called flow', () => {
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

test('an unknown flow has no passed steps', () => {
  assert.equal(
    advance(undefined, { kind: 'start', playbookId: 'gone' }, createTestWorld({ steps: [{ say: 'x' }] })).passed,
    undefined,
  )
})
