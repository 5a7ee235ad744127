import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentDefinition, createDefinition } from './definition.ts'
import { lintDefinition } from './lint/lint.ts'
import { testEnvironment } from './testing/environment.ts'
import { listToolUsers } from './tool-users.ts'

const webhook = '@svc/tool.http-webhook'
const flow = { id: 'main', slots: [], steps: [{ say: 'One moment.' }, { action: `tool:${webhook}.call` }] }

function agentWith(change: Partial<AgentDefinition['playbooks'][number]>, enabled?: boolean): AgentDefinition {
  const plain = createDefinition('Front desk')
  const [first, ...others] = plain.playbooks
  assert.ok(first)
  const toolBindings = enabled === undefined ? [] : [{ toolId: webhook, config: {}, enabled }]
  return { ...plain, toolBindings, playbooks: [{ ...first, ...change }, ...others] }
}

test('a playbook uses a tool by its toolRefs or by an action of its flow', () => {
  const calledBy = (change: object) => listToolUsers(agentWith(change), webhook).map((user) => user.calledBy)
  assert.deepEqual(calledBy({}), [])
  assert.deepEqual(calledBy({ toolRefs: [webhook] }), [['model']])
  assert.deepEqual(calledBy({ flow }), [['flow']])
  assert.deepEqual(calledBy({ toolRefs: [webhook], flow }), [['model', 'flow']])
  assert.deepEqual(listToolUsers(agentWith({ flow }), '@svc/tool.slack-webhook'), [])
})

test('a flow that calls a tool needs neither uses nor toolRefs, but a warning says while it cannot be called', () => {
  const found = (definition: AgentDefinition) =>
    lintDefinition(definition, testEnvironment).filter(({ code }) => /^flow\.(tool|action)/.test(code))
  assert.deepEqual(found(agentWith({ flow }, true)), [])
  for (const definition of [agentWith({ flow }), agentWith({ flow }, false)]) {
    assert.deepEqual(
      found(definition).map(({ severity, code, path }) => `${severity} ${code} ${path}`),
      ['warning flow.tool.unavailable playbooks[0].flow.steps[1].action'],
    )
  }
})
