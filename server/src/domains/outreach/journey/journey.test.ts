import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApi } from '../../../app.ts'
import { problem } from '../../../platform/http/problem.ts'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, createTestClient, type TestReply } from '../../../testing/client.ts'
import { createDefinitions } from '../../agents/index.ts'
import type { AcceptSend } from '../deps.ts'
import type { NamedSend, NamedSendResult } from '../sends/request.ts'
import type { JourneySendRecord } from './responses.ts'
import { journeyRoutes } from './routes.ts'

/** The journey endpoints, with decisions made by the test. */

const world = stillWorld('2030-05-01T10:00:00Z')
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
assertStatus(await agent.post('/message-templates', { id: 'opener', name: 'Opener', body: 'Hi' }), 201)
const spring = { name: 'Spring visit', openerTemplateId: 'opener' }
assertStatus(await agent.post('/outreach', { ...spring, inputs: ['plan'] }), 201)

type Decision = () => Promise<NamedSendResult>
const queued: NamedSendResult = { status: 'queued', sendId: 'snd_1', personId: 'per_1', outreachId: 'spring-visit', unknownInputs: ['odd'] } // biome-ignore format: one line
const sends = new Map<string, JourneySendRecord>()

/** Only the journey routes, on the same database; `asked` records the decisions requested. */
function doors(decide: Decision = async () => queued, patience?: number) {
  const acceptedSends: NamedSend[] = []
  const accept: AcceptSend = async (_agent, _outreachId, request) => {
    acceptedSends.push(request)
    return decide()
  }
  const definitions = createDefinitions({ environment: {} as never, announce: async () => {}, listeners: [] })
  const readSend = async (_db: unknown, _agent: unknown, id: string) => sends.get(id)
  const deps = { definitions, publicUrl: 'https://parley.example.com', accept, readSend }
  const app = createApi(server.services, journeyRoutes({ ...deps, ...(patience !== undefined && { patience }) }))
  after(() => app.close())
  const by = agent.by(createTestClient(app, agent.client.token))
  return { app, acceptedSends, agent: by, send: (body: unknown) => by.post(sendPath, body) }
}

const sendPath = '/integrations/journey/outreach/spring-visit/sends'
const live = { profile: { phone: '+12025550143' } }
const step = { versionId: 'v', nodeId: 'n', instanceId: 'i' }
const refusing =
  (error: unknown): Decision =>
  async () => {
    throw error
  }

test('an accepted send returns every field, whether queued, repeated or a dry run', async () => {
  const response = { reason: '', detail: '', personId: 'per_1', unknownInputs: ['odd'] }
  const { send, acceptedSends } = doors()
  assert.deepEqual(assertStatus(await send({ ...live, journey: step }), 200), {
    outcome: 'queued',
    sendId: 'snd_1',
    idempotency: 'journey',
    ...response,
  })
  assert.equal(acceptedSends[0]?.idempotencyKey, 'journey:v:n:i:spring-visit')
  const repeat = doors(async () => ({ ...queued, status: 'duplicate' }))
  const again = { outcome: 'duplicate', sendId: 'snd_1', idempotency: 'derived', ...response }
  assert.deepEqual(assertStatus(await repeat.send(live), 200), again)
  const dry = doors(async () => ({ status: 'skipped', outreachId: 'spring-visit', unknownInputs: [] }))
  assert.deepEqual(assertStatus(await dry.send({ ...live, dryRun: 'true' }), 200), {
    ...{ outcome: 'skipped', reason: '', detail: '', sendId: '', personId: '', unknownInputs: [] },
    idempotency: 'derived',
  })
  assert.equal(dry.acceptedSends[0]?.dryRun, true)
})

const missing = { detail: 'The opener needs order', errors: [{ field: 'inputs.order', message: 'is needed' }] }
const refusals = [
  ['opted_out', problem('agent.outreach.opted_out', 409)],
  ['declined', problem('agent.outreach.consent_declined', 422)],
  ['consent_denied', problem('agent.outreach.consent_denied', 409)],
  ['missing_inputs', problem('agent.outreach.missing_inputs', 422, missing)],
] as const
for (const [reason, refusal] of refusals) {
  test(`${reason} returns 200 as refused, with empty ids`, async () => {
    const body = assertStatus(await doors(refusing(refusal)).send(live), 200)
    assert.deepEqual([body.outcome, body.reason, body.sendId, body.personId], ['refused', reason, '', ''])
    assert.deepEqual(body.unknownInputs, [])
    assert.ok(reason === 'missing_inputs' ? body.detail.includes('order') : body.detail.length > 0)
  })
}

const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const failures: [what: string, error: unknown, status: number, code: string, ...fields: string[]][] = [
  ['an Outreach that is unknown or turned off', problem('agent.outreach.not_found', 422), 404, 'agent.outreach.not_found'],
  ['an unknown persona', problem('agent.outreach.recipient_not_found', 404), 400, 'request.invalid', 'emulator.personaId'],
  ['an address that cannot be', problem('agent.outreach.invalid_address', 422), 400, 'request.invalid', 'profile.phone'],
  ['a channel that is not to be had', problem('agent.outreach.channel_unavailable', 422), 400, 'request.invalid', 'profile.channel'],
  ['profile information that cannot be kept', problem('request.invalid', 422, { errors: [{ field: 'profile.email', message: 'must be one' }] }), 400, 'request.invalid', 'profile.email'],
  ['a database that cannot be reached', unreachable, 502, 'agent.outreach_send.upstream'],
  ['too much going on', problem('service.unavailable', 503), 502, 'agent.outreach_send.upstream'],
  ['an internal error', new Error('inside'), 500, 'internal'],
] // biome-ignore format: one line each
for (const [what, error, status, code, ...fields] of failures) {
  test(`${what} returns ${status} ${code}`, async () => {
    assertProblem(await doors(refusing(error)).send(live), status, code, ...fields)
  })
}

test('a decision that takes too long returns 504, and its later result has no harmful effect', async () => {
  const late = Promise.withResolvers<NamedSendResult>()
  const { send, app } = doors(() => late.promise, 20)
  assertProblem(await send(live), 504, 'agent.outreach_send.timeout')
  late.reject(new Error('too late'))
  assert.equal((await app.inject('/healthz')).statusCode, 200)
})

const text = JSON.stringify({ ...live, inputs: { plan: 7 } })
const forms: [what: string, payload: string | Buffer, headers: Record<string, string>][] = [
  ['as JSON', text, { 'content-type': 'application/json' }],
  ['as plain text', text, { 'content-type': 'text/plain' }],
  ['as a form', text, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['as something unheard of', text, { 'content-type': 'application/x-nonsense' }],
  ['under an odd type', text, { 'content-type': 'nonsense' }],
  ['as nothing', text, {}],
  ['behind a byte order mark', `\ufeff${text}`, { 'content-type': 'application/json; charset=utf-16' }],
]
test('the body is read as JSON whatever the content type', async () => {
  for (const [what, payload, headers] of forms) {
    const { agent: journey, acceptedSends } = doors()
    assertStatus(await journey.raw('POST', sendPath, payload, headers), 200)
    assert.deepEqual(acceptedSends[0]?.inputs, { plan: '7' }, what)
  }
})

const unreadable = ['{"profile":', 'profile=x', Buffer.from([0x7b, 0xff]), '['.repeat(100) + ']'.repeat(100)]
const unfit = [
  '',
  '{}',
  'null',
  '""',
  '[]',
  '7',
  '{"profile":{"phone":"+1 202 555 0143"}}',
  '{"a":1e400}',
  '{"a":"\\u0000"}',
]
test('an unreadable or invalid body returns 400, and no decision is made', async () => {
  const { agent: journey, acceptedSends } = doors()
  for (const payload of unreadable)
    assertProblem(await journey.raw('POST', sendPath, payload, {}), 400, 'request.malformed')
  for (const payload of unfit) assertProblem(await journey.raw('POST', sendPath, payload, {}), 400, 'request.invalid')
  assertProblem(await journey.post(sendPath, { ...live, fone: '' }), 400, 'request.invalid', 'fone')
  assert.deepEqual(acceptedSends, [])
})

test('an unknown agent has its own error code', async () => {
  const { app } = doors()
  const reply = await createTestClient(app, agent.client.token).post(
    `/orgs/${agent.orgId}/agents/ghost${sendPath}`,
    live,
  )
  assertProblem(reply, 404, 'agent.not_found')
})

const statuses: [send: Omit<JourneySendRecord, 'sendId'>, expected: object][] = [
  [{ state: 'queued', delivery: nothing() }, {}],
  [{ state: 'sending', delivery: nothing() }, {}],
  [{ state: 'queued', nextAttemptAt: '2030-05-01T10:02:00.000Z', delivery: nothing() }, { nextAttemptAt: '2030-05-01T10:02:00.000Z' }],
  [{ state: 'sent', delivery: { delivered: true, read: false } }, { final: true, delivered: true }],
  [{ state: 'sent', delivery: { delivered: true, read: true }, respondedAt: '2030-05-01T10:05:00.000Z' }, { final: true, delivered: true, read: true, replied: true }],
  [{ state: 'failed', reason: 'not_rcs_capable', delivery: nothing() }, { final: true, reason: 'not_rcs_capable', reachable: false }],
  [{ state: 'suppressed', reason: 'not_rcs_capable', delivery: nothing() }, { final: true, reason: 'not_rcs_capable', reachable: false }],
  [{ state: 'failed', reason: 'binding_error', delivery: nothing() }, { final: true, reason: 'binding_error' }],
  [{ state: 'suppressed', reason: 'opted_out', delivery: nothing() }, { final: true, reason: 'opted_out' }],
  [{ state: 'cancelled', delivery: nothing() }, { final: true }],
] // biome-ignore format: one line each

function nothing() {
  return { delivered: false, read: false }
}

test('the status of a send can be read by path or by query, and contains every field', async () => {
  const { agent: journey } = doors()
  for (const [send, expected] of statuses) {
    sends.set('snd_1', { sendId: 'snd_1', ...send })
    const whole = {
      ...{ sendId: 'snd_1', state: send.state, reason: '', reachable: true, delivered: false, read: false },
      ...{ replied: false, final: false, nextAttemptAt: '' },
      ...expected,
    }
    assert.deepEqual(assertStatus(await journey.get('/integrations/journey/sends/snd_1'), 200), whole)
    assert.deepEqual(assertStatus(await journey.get('/integrations/journey/sends?sendId=snd_1'), 200), whole)
  }
})

test('an unknown send returns 404, and a missing send id returns 400', async () => {
  const { agent: journey } = doors()
  assertProblem(await journey.get('/integrations/journey/sends/snd_none'), 404, 'resource.not_found')
  assertProblem(await journey.get('/integrations/journey/sends?sendId=snd_none'), 404, 'resource.not_found')
  for (const query of ['', '?', '?sendId='])
    assertProblem(await journey.get(`/integrations/journey/sends${query}`), 400, 'request.invalid', 'sendId')
})

test('the action definition of any existing Outreach can be read, even if it is disabled', async () => {
  const { agent: journey } = doors()
  const definition = (id: string) => journey.get(`/integrations/journey/outreach/${id}/action-definition`)
  const action = assertStatus(await definition('spring-visit'), 200)
  assert.deepEqual([action.agentId, action.inputs], [agent.id, ['plan']])
  assertStatus(await agent.patch('/outreach/spring-visit', { enabled: false }), 200)
  assert.match(assertStatus(await definition('spring-visit'), 200).runbook[0], /turned off/)
  assertStatus(await agent.patch('/outreach/spring-visit', { enabled: true }), 200)
  assertStatus(await agent.post('/outreach', { ...spring, id: 'odd', inputs: ['a.b', 'fine'] }), 201)
  assertProblem(await definition('odd'), 422, 'agent.outreach.journey_incompatible_inputs', 'inputs.a.b')
  assertProblem(await definition('ghost'), 404, 'agent.outreach.not_found')
})

test('a key with the journey scope gives access to these routes, and to others according to its scopes', async () => {
  const { app } = doors()
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const paths = [
    '/integrations/journey/sends/snd_none',
    '/integrations/journey/outreach/spring-visit/action-definition',
  ]
  const opened = async (...scopes: Parameters<typeof server.key>[1]) => {
    const { key } = await server.key(org, scopes)
    const by: TestAgent = agent.by(createTestClient(app, key))
    const replies: TestReply[] = [await by.post(sendPath, live)]
    for (const path of paths) replies.push(await by.get(path))
    return replies.map(({ status }) => (status === 403 ? 'no' : 'yes'))
  }
  assert.deepEqual(await opened('integrations:journey'), ['yes', 'yes', 'yes'])
  assert.deepEqual(await opened('people:write'), ['yes', 'yes', 'no'])
  assert.deepEqual(await opened('people:read'), ['no', 'yes', 'no'])
  assert.deepEqual(await opened('agents:read'), ['no', 'no', 'yes'])
})
