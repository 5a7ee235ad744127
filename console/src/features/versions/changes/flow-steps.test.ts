import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentFlow } from '@parley/definition'
import { compareFlows } from './flow-steps.ts'

const flow = (...steps: object[]): AgentFlow => ({ id: 'main', name: 'Main', slots: [], steps }) as unknown as AgentFlow
const kinds = (side: ReturnType<typeof compareFlows>['before']) => [...(side?.changes.values() ?? [])]

test('steps are matched by content and id, and the others are added or removed', () => {
  const { before, after } = compareFlows(
    flow({ say: 'Hello' }, { id: 'ask', say: 'How many?' }, { say: 'Bye' }, { end: { outcome: 'done' } }),
    flow(
      { say: 'Hello' },
      { id: 'ask', say: 'How many people?' },
      { action: 'people.save' },
      { end: { outcome: 'done' } },
    ),
  )
  assert.deepEqual(kinds(before), ['changed', 'removed'])
  assert.deepEqual(kinds(after), ['changed', 'added'])
})

test('a flow that is new or gone has steps of one kind', () => {
  assert.deepEqual(kinds(compareFlows(undefined, flow({ say: 'Hello' })).after), ['added'])
  assert.deepEqual(kinds(compareFlows(flow({ say: 'Hello' }), undefined).before), ['removed'])
  assert.deepEqual(kinds(compareFlows(flow({ say: 'Hello' }), flow({ say: 'Hello' })).after), [])
})
