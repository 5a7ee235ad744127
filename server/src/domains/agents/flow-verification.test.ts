import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'

const server = await createTestApp()

const flow = {
  slots: [
    { name: 'kind', type: 'enum', options: ['Boat', 'Car'] },
    { name: 'code', type: 'string' },
  ],
  steps: [
    { collect: 'kind' },
    { branch: [{ if: 'kind == Boat', goto: 'boat' }] },
    { collect: 'code' },
    { id: 'boat', say: 'Code ({code}) noted.' },
    { end: { outcome: 'done' } },
  ],
}

test('a flow is verified, and the counterexample is a conversation that shows the fault', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.patch('/playbooks/general', { flow }), 200)
  const { complete, states, milliseconds, findings } = assertStatus(
    await agent.post('/playbooks/general/flow/verify'),
    200,
  )
  assert.deepEqual([complete, states >= 3, milliseconds >= 0], [true, true, true])
  assert.deepEqual(
    findings.map(({ code, severity, playbookId, path }: ReplyBody) => [code, severity, playbookId, path]),
    [['slot_read_before_set', 'error', 'general', 'steps[3]']],
  )
  assert.deepEqual(findings[0].counterexample, { turns: ['Hello', 'Boat'] })
})

test('a playbook without a flow has nothing to verify, and an unknown playbook is not found', async () => {
  const agent = await createTestAgent(server)
  const nothing = { complete: true, states: 0, milliseconds: 0, findings: [] }
  assert.deepEqual(assertStatus(await agent.post('/playbooks/general/flow/verify', {}), 200), nothing)
  assertProblem(await agent.post('/playbooks/nobody/flow/verify'), 404, 'resource.not_found')
})
