import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition, importPlaybook } from '@parley/definition'
import { createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'
import { findFlowErrors } from './verify-flows.ts'

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

test('flows that there was no time to verify are named, and a repeated call continues with them', async () => {
  const definition = builtInCatalog
    .list('playbook-templates')
    .filter((template) => template.flow)
    .slice(0, 2)
    .reduce((before, template) => importPlaybook(before, template), createDefinition('Front desk'))
  const flows = definition.playbooks.flatMap(({ id, flow: own }) => (own ? [id] : []))
  const skippedWithin = async (milliseconds?: number) =>
    (await findFlowErrors(definition, new Date('2030-01-31T12:00:00.000Z'), milliseconds)).skipped
  assert.equal(flows.length, 2)
  assert.deepEqual(await skippedWithin(-1), flows)
  assert.deepEqual(await skippedWithin(), [])
  assert.deepEqual(await skippedWithin(-1), [])
})
