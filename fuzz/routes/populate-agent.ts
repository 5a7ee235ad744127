import { setTimeout as sleep } from 'node:timers/promises'
import { assertStatus, createTestClient, type ReplyBody, type TestClient } from '../../server/src/testing/client.ts'
import type { FuzzServer } from './fuzz-server.ts'

type AgentLocation = { path: string; org: string; agent: string; accessToken: string }
type IdLists = Record<string, string[]>
type PopulationContext = {
  parley: FuzzServer
  api: TestClient
  location: AgentLocation
  post(pathSuffix: string, body?: object, status?: number): Promise<ReplyBody>
}

type AgentFixtures = { pool: IdLists; grant: string; visitor: string }

/** Gives the agent people, channels, conversations, sends, campaigns, tests, and everything else an agent can have. */
export async function populateAgent(
  parley: FuzzServer,
  api: TestClient,
  location: AgentLocation,
): Promise<AgentFixtures> {
  const post: PopulationContext['post'] = async (pathSuffix, body, status = 201) =>
    assertStatus(await api.post(location.path + pathSuffix, body), status)
  const context = { parley, api, location, post }
  const locations = (knownIds.locationId ?? []).map((id) => ({ id, name: id }))
  assertStatus(await api.put(`${location.path}/locations`, { locations }), 200)
  const grant = await post('/emulator-links', {})
  const channels = await createChannels(context)
  const people = await createPeople(context)
  const business = await createOutreachData(context, people, channels)
  const pool = {
    ...knownIds,
    ...channels,
    ...people,
    ...business,
    ...(await createTests(context)),
    ...(await createContent(context)),
    ...(await createOrgData(context)),
    ...(await createVersionsAndRuns(context)),
    emulatorLinkId: [grant.id],
  }
  return { pool, grant: grant.token, visitor: await createVisitor(parley, channels) }
}

/** Opens the web chat as a new visitor and returns the token. */
async function createVisitor({ hosts }: FuzzServer, { chatId }: IdLists): Promise<string> {
  const response = await hosts.gateway.inject({ method: 'POST', url: `/webchat/${chatId?.[0]}/visitors` })
  return response.json().visitorToken
}

const templates = [
  ...['@svc/agent.gym', '@svc/playbook.book-appointment', '@svc/personality.gracious-host'],
  ...['@svc/objective.qualify-leads', '@svc/guardrail.pricing'],
]

/** Ids from the agent's definition, and built-in ones. */
const knownIds: IdLists = {
  playbookId: ['desk', 'pricing', 'spring', 'general'],
  templateId: ['welcome', 'reminder', 'welcome', 'reminder', ...templates],
  outreachId: ['spring'],
  ruleId: ['new-people'],
  goalId: ['booked', 'happy', 'replied'],
  representativeId: ['anna'],
  locationId: ['pier', 'hill'],
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
async function pollUntil<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let attemptsLeft = 600; attemptsLeft > 0; attemptsLeft--) {
    const value = await read()
    if (value !== undefined) return value
    await sleep(20)
  }
  throw new Error('the test agent does not become ready')
}

async function createChannels({ api, location, post }: PopulationContext): Promise<IdLists> {
  const pages = { privacyPolicyUrl: 'https://example.com/privacy', termsOfServiceUrl: 'https://example.com/terms' }
  const inputs = { displayName: 'Harbour', description: 'Boats for a day', ...pages }
  for (const channel of ['rcs', 'sms']) await post('/channels', { channel, mode: 'managed', inputs })
  return pollUntil(async () => {
    const { data } = assertStatus(await api.get(`${location.path}/channels`), 200)
    const [rcs, sms, chat] = ['rcs', 'sms', 'webchat'].map((name) =>
      data.find(({ channel, status }: ReplyBody) => channel === name && status === 'Active'),
    )
    return rcs && sms ? { bindingId: [rcs.id, sms.id], chatId: [chat?.id ?? ''] } : undefined
  })
}

const numbers = ['+12025550143', '+12025550144', '+12025550145']

async function createPeople({ parley, api, location, post }: PopulationContext): Promise<IdLists> {
  const file = ['fullName,phone,email', ...numbers.map((phone, n) => `Person ${n},${phone},p${n}@example.com`)].join(
    '\n',
  )
  const importResult = assertStatus(
    await api.raw('POST', `${location.path}/people/import`, file, { 'content-type': 'text/csv' }),
    200,
  )
  const { data } = assertStatus(await api.get(`${location.path}/people`), 200)
  const personId: string[] = data.map(({ id }: ReplyBody) => id)
  const asid: string[] = []
  for (const [n, id] of personId.entries()) {
    asid.push((await post(`/people/${id}/identities`, { channel: 'rcs', address: numbers[n] })).asid)
    await api.put(`${location.path}/people/${id}/consent`, { status: 'granted' })
    await post(`/people/${id}/journal`, { text: 'Called.' })
  }
  const handset = createTestClient(parley.hosts.gateway, location.accessToken, '/lab/v1')
  const inboundText = { type: 'text', text: 'When are you open?' }
  const { userId } = assertStatus(await handset.post('/handsets/sms/%2B12025550146/events', inboundText), 202)
  const { id: segmentId } = await post('/segments', { name: 'All', filter: {} })
  return { personId, asid, userId: [userId], importBatchId: [importResult.importBatchId], segmentId: [segmentId] }
}

async function createOutreachData(
  { api, location, post }: PopulationContext,
  people: IdLists,
  channels: IdLists,
): Promise<IdLists> {
  const [first = '', second = ''] = people.personId ?? []
  const { data: slots } = assertStatus(await api.get(`${location.path}/scheduling/slots`), 200)
  const { id: appointmentId } = await post(`/people/${first}/appointments`, { startUtc: slots[0].startUtc })
  const send = { recipient: { personId: first }, idempotencyKey: 'first' }
  const { sendId } = await post('/outreach/spring/sends', send, 202)
  const link = await post('/outreach-links', { bindingId: channels.bindingId?.[0], label: 'Try', maxUses: 9 })
  const audiences = [{ personIds: [first, second] }, { segmentId: people.segmentId?.[0] }, { personIds: [second] }]
  const campaignId: string[] = []
  for (const audience of audiences) {
    const { id } = await post('/campaigns', { name: 'Spring', outreachId: 'spring', audience })
    campaignId.push(id)
  }
  const hour = new Date().getUTCHours()
  const sendWindow = { startHour: (hour + 6) % 23, endHour: ((hour + 6) % 23) + 1, timeZone: 'UTC' }
  await api.patch(`${location.path}/campaigns/${campaignId[1]}`, { sendWindow })
  for (const id of campaignId.slice(0, 2)) await post(`/campaigns/${id}/stage`, undefined, 200)
  await post(`/campaigns/${campaignId[1]}/start`, undefined, 200)
  return { appointmentId: [appointmentId], sendId: [sendId], outreachLinkId: [link.id], code: [link.code], campaignId }
}

async function createTests({ api, location, post }: PopulationContext): Promise<IdLists> {
  const { id: suiteId } = await post('/tests/suites', { name: 'Desk' })
  const document = { title: 'A greeting', turns: ['Hello'], expect: { checks: { finalReplyNonEmpty: true } } }
  const { id: caseId } = await post(`/tests/suites/${suiteId}/cases`, document)
  const { id: runId } = await post('/tests/runs', { suiteIds: [suiteId] }, 202)
  const { id: personaId } = await post('/personas', { name: 'Robin', channel: 'rcs', consent: { status: 'granted' } })
  await post(`/personas/${personaId}/turns`, { turn: 'Hello' }, 200)
  const { data } = assertStatus(await api.get(`${location.path}/tests/runs/${runId}/results`), 200)
  const turns = assertStatus(await api.get(`${location.path}/turns`), 200).data
  return {
    ...{ suiteId: [suiteId], caseId: [caseId], runId: [runId], personaId: [personaId] },
    ...{ resultId: data.map(({ id }: ReplyBody) => id), turnId: turns.map(({ id }: ReplyBody) => id) },
  }
}

/** Drafts, sequences, replays, simulations, and the desk's saved replies. */
async function createVersionsAndRuns({ api, location, post }: PopulationContext): Promise<IdLists> {
  const create = async (pathSuffix: string, body: object, status?: number): Promise<string[]> => [
    (await post(pathSuffix, body, status)).id,
  ]
  const [start, end] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const model = {
    provider: 'openai-compatible',
    model: 'none',
    baseUrl: 'https://models.example.com/v1',
    apiKey: 'none',
  }
  assertStatus(await api.put(`/orgs/${location.org}/models/spare`, model), 201)
  const steps = [{ id: 'first', outreachId: 'spring', afterMinutes: 60 }]
  const profiles = [{ id: 'visitor', goal: 'When are you open?' }]
  assertStatus(await api.put(`${location.path}/settings/desk`, { enabled: true }), 200)
  return {
    draftId: await create('/drafts', { name: 'Summer' }),
    version: ['1', '2', 'live'],
    to: ['live', '2'],
    modelId: ['spare', 'embedded'],
    sequenceId: await create('/sequences', { name: 'Spring', enabled: true, steps }),
    replay: await create('/replays', { start, end }, 202),
    simulationId: await create('/simulations', { profiles, count: 1, seed: 1 }, 202),
    replyId: await create('/desk/replies', { title: 'Thanks', aml: 'Thank you.' }),
  }
}

const pngImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function createContent({ api, location, post }: PopulationContext): Promise<IdLists> {
  const source = await post('/knowledge/sources', {
    kind: 'text',
    name: 'Care',
    text: 'Rinse the boat.',
    contentType: 'text/plain',
  })
  const form = new FormData()
  form.append('file', new Blob([pngImage], { type: 'image/png' }), 'boat.png')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const media = await api.raw('POST', `${location.path}/media`, Buffer.from(await encoded.arrayBuffer()), headers)
  const { id, url } = assertStatus(media, 201)
  return { sourceId: [source.id], mediaId: [id], mediaToken: [new URL(url).pathname.split('/')[2] ?? ''] }
}

async function createOrgData({ parley, api, location }: PopulationContext): Promise<IdLists> {
  const path = `/orgs/${location.org}`
  const key = assertStatus(await api.post(`${path}/api-keys`, { name: 'Spare', scopes: ['agents:read'] }), 201)
  const email = `spare@${location.org}.example.com`
  const member = assertStatus(await api.post(`${path}/members`, { email, role: 'viewer' }), 201)
  const invited = { email: `invited@${location.org}.example.com`, role: 'viewer' }
  const invitation = assertStatus(await api.post(`${path}/invitations`, invited), 201)
  const webhookBody = { url: 'https://example.com/hook', events: ['person.created'] }
  const webhook = assertStatus(await api.post(`${path}/webhooks`, webhookBody), 201)
  assertStatus(await api.post(`${path}/webhooks/${webhook.id}/_test`), 202)
  const { data } = assertStatus(await api.get(`${path}/webhooks/${webhook.id}/deliveries`), 200)
  const connectionId = `${location.org}-connection`
  const tokens = parley.keyring.encrypt(
    JSON.stringify({ accessToken: 'none' }),
    `connection ${location.org} ${connectionId}`,
  )
  await parley.database.pool.query(
    `insert into connections (org_id, id, provider, label, status, tokens, created_at, updated_at)
     values ($1, $2, 'google', 'Calendars', 'connected', $3, now(), now())`,
    [location.org, connectionId, tokens],
  )
  const deliveryId = data.map(({ id }: ReplyBody) => id)
  const webhooks = { webhookId: [webhook.id], deliveryId }
  const members = { memberId: [member.id], invitationId: [invitation.id] }
  return { keyId: [key.id], ...members, ...webhooks, connectionId: [connectionId] }
}
