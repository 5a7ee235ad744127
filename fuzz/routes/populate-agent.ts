import { setTimeout as sleep } from 'node:timers/promises'
import { assertStatus, createTestClient, type ReplyBody, type TestClient } from '../../server/src/testing/client.ts'
import type { FuzzServer } from './fuzz-server.ts'

type At = { path: string; org: string; agent: string; accessToken: string }
type Made = Record<string, string[]>
type Ground = {
  parley: FuzzServer
  api: TestClient
  at: At
  post(end: string, body?: object, status?: number): Promise<ReplyBody>
}

type AgentFixtures = { pool: Made; grant: string; visitor: string }

/** Gives the agent people, channels, conversations, sends, campaigns, tests, and everything else an agent can have. */
export async function populateAgent(parley: FuzzServer, api: TestClient, at: At): Promise<AgentFixtures> {
  const post: Ground['post'] = async (end, body, status = 201) =>
    assertStatus(await api.post(at.path + end, body), status)
  const ground = { parley, api, at, post }
  const grant = await post('/emulator-links', {})
  const channels = await channelsOf(ground)
  const people = await peopleOf(ground)
  const business = await businessOf(ground, people, channels)
  const pool = {
    ...known,
    ...channels,
    ...people,
    ...business,
    ...(await testsOf(ground)),
    ...(await contentOf(ground)),
    ...(await orgOf(ground)),
    emulatorLinkId: [grant.id],
  }
  return { pool, grant: grant.token, visitor: await visitorOf(parley, channels) }
}

/** Opens the web chat as a new visitor and returns the token. */
async function visitorOf({ hosts }: FuzzServer, { chatId }: Made): Promise<string> {
  const answer = await hosts.gateway.inject({ method: 'POST', url: `/webchat/${chatId?.[0]}/visitors` })
  return answer.json().visitorToken
}

const templates = [
  ...['@svc/agent.gym', '@svc/playbook.book-appointment', '@svc/personality.gracious-host'],
  ...['@svc/objective.qualify-leads', '@svc/guardrail.pricing'],
]

/** Ids from the agent's definition, and built-in ones. */
const known: Made = {
  playbookId: ['desk', 'pricing', 'spring', 'general'],
  templateId: ['welcome', 'reminder', 'welcome', 'reminder', ...templates],
  outreachId: ['spring'],
  ruleId: ['new-people'],
  goalId: ['booked', 'happy', 'replied'],
  representativeId: ['anna'],
  integrationId: ['orders'],
  collectionId: ['sail'],
  thingId: ['boat', 'raft'],
  toolId: ['@svc/tool.sendgrid-mail', '@svc/tool.slack-webhook', '@svc/tool.google-calendar'],
  kind: ['tools', 'playbook-templates', 'channels', 'agent-templates'],
  catalogId: ['@svc/tool.slack-webhook', '@svc/playbook.book-appointment', 'sms'],
  provider: ['google', 'microsoft'],
  channel: ['sms', 'rcs', 'webchat'],
  guide: ['agents.md', 'aml.md', 'README.md', 'agents'],
  address: ['+12025550143', '+12025550146', '+12025550199'],
}

/** Polls while the workers act. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let left = 600; left > 0; left--) {
    const seen = await look()
    if (seen !== undefined) return seen
    await sleep(20)
  }
  throw new Error('the test agent does not become ready')
}

async function channelsOf({ api, at, post }: Ground): Promise<Made> {
  const pages = { privacyPolicyUrl: 'https://example.com/privacy', termsOfServiceUrl: 'https://example.com/terms' }
  const inputs = { displayName: 'Harbour', description: 'Boats for a day', ...pages }
  for (const channel of ['rcs', 'sms']) await post('/channels', { channel, mode: 'managed', inputs })
  return until(async () => {
    const { data } = assertStatus(await api.get(`${at.path}/channels`), 200)
    const [rcs, sms, chat] = ['rcs', 'sms', 'webchat'].map((name) =>
      data.find(({ channel, status }: ReplyBody) => channel === name && status === 'Active'),
    )
    return rcs && sms ? { bindingId: [rcs.id, sms.id], chatId: [chat?.id ?? ''] } : undefined
  })
}

const numbers = ['+12025550143', '+12025550144', '+12025550145']

async function peopleOf({ parley, api, at, post }: Ground): Promise<Made> {
  const file = ['fullName,phone,email', ...numbers.map((phone, n) => `Person ${n},${phone},p${n}@example.com`)].join(
    '\n',
  )
  const imported = assertStatus(
    await api.raw('POST', `${at.path}/people/import`, file, { 'content-type': 'text/csv' }),
    200,
  )
  const { data } = assertStatus(await api.get(`${at.path}/people`), 200)
  const personId: string[] = data.map(({ id }: ReplyBody) => id)
  const asid: string[] = []
  for (const [n, id] of personId.entries()) {
    asid.push((await post(`/people/${id}/identities`, { channel: 'rcs', address: numbers[n] })).asid)
    await api.put(`${at.path}/people/${id}/consent`, { status: 'granted' })
    await post(`/people/${id}/journal`, { text: 'Called.' })
  }
  const handset = createTestClient(parley.hosts.gateway, at.accessToken, '/lab/v1')
  const talk = { type: 'text', text: 'When are you open?' }
  const { userId } = assertStatus(await handset.post('/handsets/sms/%2B12025550146/events', talk), 202)
  const { id: segmentId } = await post('/segments', { name: 'All', filter: {} })
  return { personId, asid, userId: [userId], importBatchId: [imported.importBatchId], segmentId: [segmentId] }
}

async function businessOf({ api, at, post }: Ground, people: Made, channels: Made): Promise<Made> {
  const [first = '', second = ''] = people.personId ?? []
  const { data: slots } = assertStatus(await api.get(`${at.path}/scheduling/slots`), 200)
  const { id: appointmentId } = await post(`/people/${first}/appointments`, { startUtc: slots[0].startUtc })
  const send = { recipient: { personId: first }, idempotencyKey: 'first' }
  const { sendId } = await post('/outreach/spring/sends', send, 202)
  const link = await post('/outreach-links', { bindingId: channels.bindingId?.[0], label: 'Try', maxUses: 9 })
  const drafts = [{ personIds: [first, second] }, { segmentId: people.segmentId?.[0] }, { personIds: [second] }]
  const campaignId: string[] = []
  for (const audience of drafts) {
    const { id } = await post('/campaigns', { name: 'Spring', outreachId: 'spring', audience })
    campaignId.push(id)
  }
  const hour = new Date().getUTCHours()
  const sendWindow = { startHour: (hour + 6) % 23, endHour: ((hour + 6) % 23) + 1, timeZone: 'UTC' }
  await api.patch(`${at.path}/campaigns/${campaignId[1]}`, { sendWindow })
  for (const id of campaignId.slice(0, 2)) await post(`/campaigns/${id}/stage`, undefined, 200)
  await post(`/campaigns/${campaignId[1]}/start`, undefined, 200)
  return { appointmentId: [appointmentId], sendId: [sendId], outreachLinkId: [link.id], code: [link.code], campaignId }
}

async function testsOf({ api, at, post }: Ground): Promise<Made> {
  const { id: suiteId } = await post('/tests/suites', { name: 'Desk' })
  const document = { title: 'A greeting', turns: ['Hello'], expect: { checks: { finalReplyNonEmpty: true } } }
  const { id: caseId } = await post(`/tests/suites/${suiteId}/cases`, document)
  const { id: runId } = await post('/tests/runs', { suiteIds: [suiteId] }, 202)
  const { id: personaId } = await post('/personas', { name: 'Robin', channel: 'rcs', consent: { status: 'granted' } })
  await post(`/personas/${personaId}/turns`, { turn: 'Hello' }, 200)
  const { data } = assertStatus(await api.get(`${at.path}/tests/runs/${runId}/results`), 200)
  const turns = assertStatus(await api.get(`${at.path}/turns`), 200).data
  return {
    ...{ suiteId: [suiteId], caseId: [caseId], runId: [runId], personaId: [personaId] },
    ...{ resultId: data.map(({ id }: ReplyBody) => id), turnId: turns.map(({ id }: ReplyBody) => id) },
  }
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function contentOf({ api, at, post }: Ground): Promise<Made> {
  const source = await post('/knowledge/sources', {
    kind: 'text',
    name: 'Care',
    text: 'Rinse the boat.',
    contentType: 'text/plain',
  })
  const form = new FormData()
  form.append('file', new Blob([picture], { type: 'image/png' }), 'boat.png')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const media = await api.raw('POST', `${at.path}/media`, Buffer.from(await encoded.arrayBuffer()), headers)
  const { id, url } = assertStatus(media, 201)
  return { sourceId: [source.id], mediaId: [id], mediaToken: [new URL(url).pathname.split('/')[2] ?? ''] }
}

async function orgOf({ parley, api, at }: Ground): Promise<Made> {
  const path = `/orgs/${at.org}`
  const key = assertStatus(await api.post(`${path}/api-keys`, { name: 'Spare', scopes: ['agents:read'] }), 201)
  const email = `spare@${at.org}.example.com`
  const member = assertStatus(await api.post(`${path}/members`, { email, role: 'viewer' }), 201)
  const hook = { url: 'https://example.com/hook', events: ['person.created'] }
  const webhook = assertStatus(await api.post(`${path}/webhooks`, hook), 201)
  assertStatus(await api.post(`${path}/webhooks/${webhook.id}/_test`), 202)
  const { data } = assertStatus(await api.get(`${path}/webhooks/${webhook.id}/deliveries`), 200)
  const connectionId = `${at.org}-connection`
  const tokens = parley.keyring.encrypt(JSON.stringify({ accessToken: 'none' }), `connection ${at.org} ${connectionId}`)
  await parley.database.pool.query(
    `insert into connections (org_id, id, provider, label, status, tokens, created_at, updated_at)
     values ($1, $2, 'google', 'Calendars', 'connected', $3, now(), now())`,
    [at.org, connectionId, tokens],
  )
  const deliveryId = data.map(({ id }: ReplyBody) => id)
  return { keyId: [key.id], memberId: [member.id], webhookId: [webhook.id], deliveryId, connectionId: [connectionId] }
}
