import type { TestOrg } from '../../server/src/testing/app.ts'
import { createTestApplication } from '../../server/src/testing/application.ts'
import { businessInputs } from '../../server/src/testing/channel-bench.ts'
import { assertStatus, type ReplyBody, type TestClient } from '../../server/src/testing/client.ts'
import { type GatewayBench, png } from '../../server/src/testing/gateway-bench.ts'

/** An agent that has one of everything; `ids` uses the names of path parameters: `ids.personId`. */
export type Tenant = {
  name: string
  org: TestOrg
  agent: string
  /** The agent's path, starting with the organization. */
  path: string
  ids: TenantIds
  /** For the messaging gateway. */
  token: string
}

export type TenantIds = Record<string, string>

type Bench = Pick<GatewayBench, 'server' | 'app' | 'work'>

/** A complete agent definition; its ids begin with `name`, so that no two agents share one. */
const buildAgentDocument = (name: string) => ({
  exportVersion: 1,
  playbooks: [
    {
      id: `${name}-desk`,
      name: 'Desk',
      body: 'Help.',
      uses: ['people', `integration:${name}-orders`],
      isDefault: true,
    },
    { id: `${name}-spring`, name: 'Spring', body: 'Invite.', uses: ['people'], outreachId: `${name}-visit` },
  ],
  goals: {
    goals: [{ id: `${name}-replied`, name: 'Replied', definition: { kind: 'event', event: 'person.replied' } }],
  },
  messageTemplates: [{ id: `${name}-opener`, name: 'Opener', body: `Hello from ${name}.` }],
  capabilities: {
    knowledge: {
      things: [{ id: `${name}-boat`, name: 'Boat', collections: [`${name}-sail`] }],
      collections: [{ id: `${name}-sail`, name: 'Sailing boats' }],
      facts: [{ id: `${name}-hours`, question: 'When are you open?', answer: `From nine, says ${name}.` }],
    },
    locations: [
      { id: `${name}-pier`, name: 'Pier' },
      { id: `${name}-hill`, name: 'Hill' },
    ],
    scheduling: {
      timezone: 'UTC',
      availableHours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }],
      representatives: [{ id: `${name}-anna`, name: 'Anna' }],
    },
  },
  integrations: {
    custom: [{ id: `${name}-orders`, description: 'Looks up', endpoint: { url: 'https://example.com/orders' } }],
  },
  outreach: {
    outreaches: [{ id: `${name}-visit`, name: 'Visit', openerTemplateId: `${name}-opener`, enabled: true }],
    automated: [
      { id: `${name}-rule`, name: 'Rule', outreachId: `${name}-visit`, trigger: { event: 'appointment.cancelled' } },
    ],
    sequences: [
      { id: `${name}-series`, name: 'Series', steps: [{ id: 'one', outreachId: `${name}-visit`, afterMinutes: 60 }] },
    ],
  },
})

const listDefinedIds = (name: string): TenantIds => ({
  playbookId: `${name}-desk`,
  templateId: `${name}-opener`,
  representativeId: `${name}-anna`,
  locationId: `${name}-pier`,
  id: `${name}-orders`,
  outreachId: `${name}-visit`,
  ruleId: `${name}-rule`,
  sequenceId: `${name}-series`,
  goalId: `${name}-replied`,
})

export async function createTenant(bench: Bench, org: TestOrg, name: string): Promise<Tenant> {
  const { id: agent } = assertStatus(await org.api.post(`${org.path}/agents`, { name, id: name }), 201)
  const path = `${org.path}/agents/${agent}`
  const create = createCreator(org.api, path)
  assertStatus(await org.api.post(`${path}/import`, buildAgentDocument(name)), 200)
  const { accessToken: token } = assertStatus(await org.api.post(`${path}/gateway/_rotateAccessToken`), 200)
  const { id: bindingId } = await create('/channels', { channel: 'rcs', mode: 'managed', inputs: businessInputs })
  await bench.work()
  const ids: TenantIds = { ...listDefinedIds(name), bindingId }
  Object.assign(ids, await createOrgResources(bench, org, name))
  Object.assign(ids, await createPeople(create, name, ids))
  Object.assign(ids, await createConversation(bench, token, name))
  Object.assign(
    ids,
    await createSends(create, ids),
    await createTests(bench, create),
    await createOtherResources(create, name),
  )
  await bench.work()
  const tenant = { name, org, agent, path, ids, token }
  Object.assign(ids, await readWorkResults(tenant))
  return tenant
}

type CreateResource = (path: string, body: unknown) => Promise<ReplyBody>

const createCreator =
  (api: TestClient, at: string): CreateResource =>
  async (path, body) => {
    const reply = await api.post(at + path, body)
    return assertStatus(reply, reply.status < 300 ? reply.status : 201)
  }

async function createOrgResources({ server }: Bench, org: TestOrg, name: string): Promise<TenantIds> {
  const create = createCreator(org.api, org.path)
  const { id: keyId } = await create('/api-keys', { name, scopes: ['agents:read'] })
  const { id: webhookId } = await create('/webhooks', { url: 'http://127.0.0.1:9/', events: ['person.created'] })
  const { id: deliveryId } = await create(`/webhooks/${webhookId}/_test`, {})
  const member = await server.member(org, 'editor')
  await (await createTestApplication(server, { name })).connect(member)
  const { data: applications } = assertStatus(await member.get('/auth/applications'), 200)
  const { id: invitationId } = await create('/invitations', { email: `${name}@invited.example.com`, role: 'viewer' })
  const modelId = `${name}-model`
  assertStatus(
    await org.api.put(`${org.path}/models/${modelId}`, { provider: 'openai', model: 'gpt', apiKey: 'sk-1' }),
    201,
  )
  const connectionId = `con_${name}`
  await server.database.pool.query(
    `insert into connections (id, org_id, provider, status, tokens, created_at, updated_at, account_key, label)
     values ($1, $2, 'google', 'connected', '\\x00', now(), now(), $1, $1)`,
    [connectionId, org.id],
  )
  return {
    ...{ keyId, webhookId, deliveryId, userId: member.userId, invitationId, connectionId, modelId },
    applicationId: applications[0].id,
  }
}

async function createPeople(create: CreateResource, name: string, { representativeId }: TenantIds): Promise<TenantIds> {
  const { id: personId } = await create('/people', { fullName: `Person of ${name}`, email: `${name}@example.com` })
  const { id: fromPersonId } = await create('/people', { fullName: `Second of ${name}` })
  const { asid } = await create(`/people/${personId}/identities`, { channel: 'rcs', address: buildPhone(name, 1) })
  const { id: segmentId } = await create('/segments', { name, filter: { tag: 'fair' } })
  const appointment = { startUtc: '2030-02-04T10:00:00Z', durationMinutes: 30, representativeId }
  const { id: appointmentId } = await create(`/people/${personId}/appointments`, appointment)
  return { personId, fromPersonId, asid, segmentId, appointmentId }
}

const buildPhone = (name: string, at: number) => `+1202555${String(name.length).padStart(2, '0')}${at}${at}`

/** A person asks what the agent does not know, then what it knows; the agent replies by itself. */
async function createConversation({ app }: Bench, token: string, name: string): Promise<TenantIds> {
  const address = encodeURIComponent(buildPhone(name, 2))
  const say = (text: string) =>
    app.inject({
      method: 'POST',
      url: `/lab/v1/handsets/rcs/${address}/events`,
      headers: { authorization: `Bearer ${token}` },
      payload: { type: 'text', text },
    })
  await say(`Which xylophone does ${name} recommend?`)
  const response = await say('When are you open?')
  return { visitorId: response.json().userId }
}

async function createSends(create: CreateResource, { outreachId, personId, bindingId }: TenantIds): Promise<TenantIds> {
  const { sendId } = await create(`/outreach/${outreachId}/sends`, { recipient: { personId, channel: 'rcs' } })
  const { id: campaignId } = await create('/campaigns', {
    name: 'Spring',
    outreachId,
    audience: { personIds: [personId] },
  })
  const { id: outreachLinkId } = await create('/outreach-links', { bindingId, label: 'Testers' })
  return { sendId, campaignId, outreachLinkId }
}

async function createTests({ work }: Bench, create: CreateResource): Promise<TenantIds> {
  const { id: suiteId } = await create('/tests/suites', { name: 'Hours', channel: 'rcs' })
  const testCase = { title: 'Hours', turns: ['When are you open?'], expect: { checks: { textIncludes: ['nine'] } } }
  const { id: caseId } = await create(`/tests/suites/${suiteId}/cases`, testCase)
  const { id: run } = await create('/tests/runs', { suiteIds: [suiteId] })
  const { id: replay } = await create('/replays', { start: '2029-01-01', end: '2031-01-01' })
  const profiles = [{ id: 'visitor', goal: 'When are you open?' }]
  const { id: simulationId } = await create('/simulations', { profiles, count: 1, seed: 1 })
  await work()
  return { suiteId, caseId, run, replay, simulationId }
}

async function createOtherResources(create: CreateResource, name: string): Promise<TenantIds> {
  const { id: personaId } = await create('/personas', { name, channel: 'rcs' })
  await create(`/personas/${personaId}/turns`, { turn: 'When are you open?' })
  const { id: emulatorLinkId } = await create('/emulator-links', { label: name })
  const { id: draftId } = await create('/drafts', { name })
  const { id: sourceId } = await create('/knowledge/sources', { kind: 'text', name, text: 'We are at the pier.' })
  const { id: replyId } = await create('/desk/replies', { id: `${name}-reply`, title: name, aml: `Hello from ${name}` })
  return { personaId, emulatorLinkId, sourceId, replyId, draftId }
}

/** Collects the ids that background work creates, and uploads the files. */
async function readWorkResults({ org: { api }, path, ids }: Tenant): Promise<TenantIds> {
  const first = async (end: string) => assertStatus(await api.get(path + end), 200).data[0]
  const { id: result } = await first(`/tests/runs/${ids.run}/results`)
  const { id: simulatedId } = await first(`/simulations/${ids.simulationId}/conversations`)
  const { id: turnId, sessionId } = await first('/turns')
  const { id: questionId } = await first('/insights/unanswered')
  const csv = { 'content-type': 'text/csv' }
  const importReply = await api.raw('POST', `${path}/people/import`, 'fullName\nThird\n', csv)
  const picture = await api.raw('POST', `${path}/media`, ...buildFileForm('boat.png', png(2, 2)))
  const { id: mediaId } = assertStatus(picture, 201)
  const { importBatchId } = assertStatus(importReply, 200)
  return { result, simulatedId, turnId, sessionId, questionId, mediaId, importBatchId }
}

/** Builds a multipart form with one file, as bytes and headers. */
export function buildFileForm(name: string, bytes: Buffer): [payload: Buffer, headers: Record<string, string>] {
  const formHead = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const form = Buffer.concat([Buffer.from(formHead), bytes, Buffer.from('\r\n--x--\r\n')])
  return [form, { 'content-type': 'multipart/form-data; boundary=x' }]
}
