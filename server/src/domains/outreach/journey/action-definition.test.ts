import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutreachResponse } from '@parley/definition'
import { Problem } from '../../../platform/http/problem.ts'
import { buildActionDefinition } from './action-definition.ts'

const agent = { key: 1, id: 'harbour', orgId: 'demo' }
const spring: OutreachResponse = {
  id: 'spring-visit',
  name: 'Spring visit',
  class: 'service',
  enabled: true,
  openerTemplateId: 'opener',
  inputs: ['plan', 'day'],
  playbookId: 'spring-visit',
}
const defined = (change: Partial<OutreachResponse> = {}) =>
  buildActionDefinition(agent, { ...spring, ...change }, 'https://parley.example.com')

test('an action definition states the URL, the credentials and the inputs to fill in', () => {
  const { send, status, ...about } = defined()
  const doors = 'https://parley.example.com/v1/orgs/demo/agents/harbour/integrations/journey'
  assert.deepEqual([about.contract, about.agentId, about.outreachId], ['journey/1', 'harbour', 'spring-visit'])
  assert.deepEqual(about.inputs, ['plan', 'day'])
  assert.deepEqual(
    [send.name, send.method, send.url],
    ['send_spring_visit', 'POST', `${doors}/outreach/spring-visit/sends`],
  )
  assert.deepEqual([status.name, status.method, status.url], ['status_spring_visit', 'GET', `${doors}/sends`])
  assert.deepEqual([status.path, status.queryParameter, status.request], ['/{sendId}', 'sendId', undefined])
  assert.match(send.headers.Authorization ?? '', /^Bearer </)
  assert.equal(send.headers['Content-Type'], 'application/json')
  const fields = send.fields ?? []
  assert.deepEqual(
    fields.filter(({ optional }) => !optional).map(({ field }) => field),
    ['profile.phone', 'inputs.plan', 'inputs.day'],
  )
  assert.deepEqual(
    fields.filter(({ mode }) => mode === 'constant').map(({ field, value }) => [field, value]),
    [
      ['profile.channel', 'rcs'],
      ['profileUpdate', 'fill'],
    ],
  )
  assert.deepEqual(
    leaves(send.request ?? {}),
    fields.map(({ field }) => field),
  )
})

function leaves(body: object, above = ''): string[] {
  return Object.entries(body).flatMap(([key, value]) =>
    typeof value === 'object' ? leaves(value, `${above}${key}.`) : [above + key],
  )
}

test('names are short, plain, and distinct from every other Outreach and action', () => {
  const long = 'a-very-long-name-of-an-outreach'
  const ids = ['spring-visit', 'spring.visit', 'spring_visit', 's', '9', `${long}-1`, `${long}-2`, 'x'.repeat(64)]
  const names = ids.flatMap((id) => {
    const { send, status } = defined({ id })
    return [send.name, status.name]
  })
  for (const name of names) assert.match(name, /^[a-z0-9_]{1,30}$/)
  assert.equal(new Set(names).size, names.length)
})

test('the runbook is numbered, names the inputs, and starts with a warning when the Outreach is disabled', () => {
  const { runbook } = defined()
  assert.ok(runbook.every((line, at) => line.startsWith(`${at + 1}. `)))
  const whole = runbook.join('\n')
  for (const word of [
    'integrations:journey',
    'plan, day',
    'unknown|do not know',
    'Retry',
    'final',
    'send_spring_visit',
  ])
    assert.match(whole, new RegExp(word))
  const off = defined({ enabled: false }).runbook
  assert.match(off[0] ?? '', /^Warning: the Outreach Spring visit \(spring-visit\) is turned off/)
  assert.deepEqual(off.slice(1), runbook)
})

test('the definition names each input that a journey cannot supply', () => {
  const odd = ['a.b', '$c', 'k'.repeat(129)]
  assert.throws(
    () => defined({ inputs: [...odd, 'fine', 'k'.repeat(128), '🚲'.repeat(128), 'a$b'] }),
    (error: Problem) => {
      assert.deepEqual([error.status, error.code], [422, 'agent.outreach.journey_incompatible_inputs'])
      assert.deepEqual(
        error.details.errors?.map(({ field }) => field),
        odd.map((input) => `inputs.${input}`),
      )
      return error instanceof Problem
    },
  )
})
