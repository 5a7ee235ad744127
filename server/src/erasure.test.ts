import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { type CampaignAgent, createCampaignsBench } from './testing/campaigns-bench.ts'
import { assertProblem, assertStatus, type ReplyBody } from './testing/client.ts'
import { findColumnsContaining } from './testing/find-columns.ts'
import { createTextMessage, png } from './testing/gateway-bench.ts'
import { insertTestRow } from './testing/insert-row.ts'

/** Nothing about an erased Person remains anywhere. See docs/privacy.md. */

const bench = await createCampaignsBench()
const { pool } = bench.server.database

/** A word that appears only in this person's data. */
const word = 'zqcanary'
const digits = '98877665'
const clues = [word, digits]
const phone = `+4${digits}54`

/** A server for the agent's outbound calls: serves pictures and accepts everything else. */
async function outside(): Promise<string> {
  const http = createServer((request, response) => {
    request.resume()
    const isPicture = request.url?.endsWith('.png')
    response.writeHead(200, isPicture ? { 'content-type': 'image/png' } : {}).end(isPicture ? png(1, 1) : 'ok')
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  after(() => http.close())
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}
const elsewhere = await outside()

const scheduling = {
  ...{ timezone: 'UTC', defaultDurationMinutes: 30, notificationRecipients: ['desk@example.com'] },
  availableHours: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '08:00', endTime: '18:00' })),
  representatives: [{ id: 'desk', name: 'The desk' }],
}

type Planted = { agent: CampaignAgent; id: string; userId: string }

/** Each call has an Idempotency-Key, so that responses are stored too. */
let keys = 0
const poster =
  ({ api }: CampaignAgent) =>
  async (end: string, body: object, status = 201): Promise<ReplyBody> =>
    assertStatus(await api.post(end, body, { 'idempotency-key': `key-${++keys}` }), status)

/** Imports a file with a rejected row; sets the whole profile, consent, and journal. */
async function plantProfile(agent: CampaignAgent): Promise<string> {
  const { api } = agent
  const post = poster(agent)
  const csv = `fullName,phone,email,${word}\nFull ${word},${phone},${word}@example.com,${word}\n${word},no ${word},${word},x\n`
  assertStatus(await api.raw('POST', '/people/import?channel=rcs', csv, { 'content-type': 'text/csv' }), 200)
  const [{ id }] = assertStatus(await api.get(`/people?q=${word}`), 200).data
  const names = {
    firstName: `First${word}`,
    lastName: `Last${word}`,
    company: word,
    title: word,
    notes: `Notes ${word}`,
  }
  assertStatus(
    await api.patch(`/people/${id}`, { ...names, source: word, tags: [word], customFields: { boat: word } }),
    200,
  )
  assertStatus(await api.put(`/people/${id}/consent`, { status: 'granted', source: word, evidence: word }), 200)
  await post(`/people/${id}/journal`, { text: `Journal ${word}` })
  await post(`/people/${id}/identities`, { channel: 'aiChatE', address: `${word}-assistant` })
  return id
}

/** Uses the agent's own webhook, with files in both directions; then Parley's runtime. */
async function plantTalk({ phone: phoneOf, endpoint, call }: CampaignAgent): Promise<string> {
  const handset = phoneOf('rcs', phone)
  endpoint.respond = (response) => response.writeHead(200, { 'content-type': 'text/markdown' }).end(`Hello **${word}**`)
  const userId = await handset.sendText(`I am ${word}`)
  await handset.act({ type: 'media', url: `${elsewhere}/from-${word}.png` })
  await bench.work()
  const bill = { spec: 'amf/1', parts: [{ type: 'media', url: `${elsewhere}/bill-for-${word}.png`, alt: word }] }
  const messages = [createTextMessage(`Dear ${word}`, { id: `caller-${word}` }), bill]
  const { results } = assertStatus(await call('POST', '/v4/messages', { userId, messages }), 200)
  assert.ok(results.every(({ accepted }: ReplyBody) => accepted))
  await bench.work()
  assertStatus(await call('DELETE', '/v4/webhook'), 200)
  await handset.sendText(`What do you know of ${word}?`)
  await bench.work()
  return userId
}

/** In the agent's web chat, as a second record of the same person. */
async function plantChat(agent: CampaignAgent, id: string): Promise<void> {
  const { data } = assertStatus(await agent.api.get('/channels'), 200)
  const at = `/webchat/${data.find(({ channel }: ReplyBody) => channel === 'webchat').id}`
  const visit = (end: string, more: InjectOptions = {}) => bench.app.inject({ method: 'POST', url: at + end, ...more })
  const headers = { authorization: `Bearer ${(await visit('/visitors')).json().visitorToken}` }
  const content = { type: 'text', text: `I am ${word}, too` }
  await visit('/entries', { headers, payload: { say: { id: 'v-00000001', said: content } } })
  await bench.work()
  const [{ id: fromPersonId }] = assertStatus(await agent.api.get('/people?channel=webchat'), 200).data
  await poster(agent)(`/people/${id}/_merge`, { fromPersonId }, 200)
}

/** One send, a campaign with their preview, and a link page on which they enter their number. */
async function plantOutreach(agent: CampaignAgent, id: string): Promise<void> {
  const outreachId = await agent.outreach('Hi {person.firstName}')
  const consent = { optIn: true, evidence: word, source: word }
  const recipient = { channel: 'rcs', address: phone }
  await agent.accepted(outreachId, { recipient, inputs: { [word]: word }, consent, idempotencyKey: word })
  await agent.createStagedCampaign([{ id }], { outreachId, includePreviouslyContacted: true })
  const { data } = assertStatus(await agent.api.get('/channels'), 200)
  const bindingId = data.find(({ channel }: ReplyBody) => channel === 'rcs').id
  const { url } = assertStatus(await agent.api.post('/outreach-links', { bindingId }), 201)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams({ number: phone }).toString()
  const { statusCode } = await bench.server.app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload })
  assert.equal(statusCode, 200)
  await bench.work()
}

/** An appointment with its mail, a test created from the conversation and run, and a replay of it. */
async function plantRest(agent: CampaignAgent, { id, userId }: Pick<Planted, 'id' | 'userId'>): Promise<void> {
  const post = poster(agent)
  const appointment = { startUtc: '2030-02-04T10:00:00Z', notes: `Wants ${word}`, prospectTimezone: 'UTC' }
  await post(`/people/${id}/appointments`, appointment)
  const { id: caseId } = await post('/tests/cases/from-conversation', { userId, title: `Of ${word}` })
  await post('/tests/runs', { caseIds: [caseId] }, 202)
  await post('/replays', { start: '2029-01-01', end: '2031-01-01' }, 202)
  await bench.work()
}

/** Inserts directly what exists only briefly or is written only by a tool. */
async function plantMoments({ key }: CampaignAgent, asid: string): Promise<void> {
  const about = { agent_key: key.key, asid }
  const rows: [table: string, row: Record<string, unknown>][] = [
    ['tool_calls', { ...about, call_key: `look up ${word}`, outcome: { value: word } }],
    ['tool_binding_calls', { ...about, state: 'succeeded', given: { name: word }, result: { value: word } }],
    ['desk_notes', { ...about, text: `Likes ${word}` }],
    ['desk_events', { ...about, kind: 'returned', state: 'agent', note: `Ask for ${word}` }],
    ['desk_views', { ...about, member_id: 'user' }],
    ['team_notices', { ...about, text: `Call ${word}` }],
    ['agent_logs', { ...about, data: { word }, error: { message: word }, at: bench.world.now() }],
    ['relayed_calls', { ...about, body: JSON.stringify({ userId: asid, text: word }), answer: `\\x${Buffer.from(word).toString('hex')}` }],
    ['assistant_entries', { ...about, conversation: `${word}-assistant`, payload: { word }, direction: 'in' }],
  ] // biome-ignore format: a table
  for (const [table, row] of rows) await insertTestRow(pool, table, row)
}

async function planted(): Promise<Planted> {
  const agent = await bench.agent()
  const { api } = agent
  assertStatus(await api.put('/scheduling', scheduling), 200)
  const events = ['person.created', 'person.updated', 'outreach.send.updated', 'appointment.booked']
  assertStatus(await api.client.post(`/orgs/${api.orgId}/webhooks`, { url: `${elsewhere}/hook`, events }), 201)
  const id = await plantProfile(agent)
  const userId = await plantTalk(agent)
  await plantChat(agent, id)
  await plantOutreach(agent, id)
  await plantRest(agent, { id, userId })
  await plantMoments(agent, userId)
  return { agent, id, userId }
}

/** Tables that contain personal data, besides ids. */
const telling = [
  'agent_logs',
  'appointment_mails',
  'appointments',
  'assistant_entries',
  'campaigns',
  'consent_entries',
  'conversation_events',
  'desk_events',
  'desk_notes',
  'fetched_media',
  'handset_messages',
  'handsets',
  'identities',
  'journal_entries',
  'messages',
  'people',
  'people_search_keys',
  'relayed_calls',
  'replay_conversations',
  'runtime_conversations',
  'sends',
  'team_notices',
  'tool_binding_calls',
  'tool_calls',
  'traffic',
  'turn_questions',
  'turns',
  'webchat_entries',
]

/** Tables that refer to a person only by id. */
const knowingIds = [
  ...[
    'automated_rows',
    'campaign_recipients',
    'capabilities',
    'conversations',
    'desk_views',
    'dispatches',
    'erased_conversations',
  ],
  ...[
    'follow_ups',
    'link_redemptions',
    'session_outcomes',
    'session_reviews',
    'sessions',
    'unmatched_receipts',
    'outreach_rechecks',
  ],
  ...['goals_reached', 'sequence_enrollments'],
]
/** Tables about made-up people and personas, not real ones. */
const ofNobody = ['personas', 'sandbox_people', 'simulated_conversations', 'test_results']
/** Tables about organization members, who are not people of an agent; deleted with the membership. */
const ofMembers = ['account_sessions', 'oauth_codes', 'oauth_grants', 'oauth_tokens']

const tablesOf = (places: readonly string[]) => [...new Set(places.map((place) => place.split('.')[0]))]

/** The data export as one document, validated by its schema. */
async function copyOf({ agent: { api }, id }: Planted): Promise<ReplyBody> {
  const reply = await api.get(`/people/${id}/export`)
  const copy = assertStatus(reply, 200)
  const route = bench.server.routes.find(({ path }) => path.endsWith('/people/:personId/export'))
  route?.response?.parse(copy)
  assert.equal(reply.headers['content-disposition'], `attachment; filename="${id}.json"`)
  const { data } = assertStatus(await api.client.get(`/orgs/${api.orgId}/audit-log`), 200)
  assert.match(data[0].path, /\/people\/per_\w+\/export$/)
  return copy
}

/** Lists that contain none of the person's text. */
const withoutWords = ['campaigns', 'files', 'linkRedemptions', 'sessions', 'testCases', 'turns']
/** Nothing of this kind has happened. */
const empty = ['automatedOutreach', 'followUps', 'goalsReached', 'sequences']

test('a Person can get a copy of all their data, and an erased Person is in no column of any table', async () => {
  const whole = await planted()
  const { agent, id } = whole
  assert.deepEqual(tablesOf(await findColumnsContaining(pool, clues)), telling)
  const { format, agentId, copiedAt: _, person, ...lists } = await copyOf(whole)
  assert.deepEqual([format, agentId, person.id], ['parley-person/1', agent.api.id, id])
  const tells = (name: string) => JSON.stringify(lists[name]).includes(word)
  assert.deepEqual(
    Object.keys(lists)
      .filter((name) => !tells(name))
      .sort(),
    [...withoutWords, ...empty].sort(),
  )
  assert.deepEqual(
    Object.keys(lists)
      .filter((name) => lists[name].length === 0)
      .sort(),
    empty,
  )
  assertStatus(await agent.api.del(`/people/${id}`), 204)
  assert.deepEqual(await findColumnsContaining(pool, clues), [])
  assertProblem(await agent.api.get(`/people/${id}/export`), 404, 'resource.not_found')
  // Work in progress finds the person gone and does not recreate them.
  bench.world.advance(600_000)
  await bench.work()
  await bench.chore('delete-late-writes')
  assert.deepEqual(await findColumnsContaining(pool, clues), [])
})

test('erasure keeps a file that other people received, too, and deletes the person’s own', async () => {
  const agent = await bench.agent()
  const [erased, stays] = [agent.phone('rcs'), agent.phone('rcs')]
  const [goes, other] = [await erased.sendText('Hello'), await stays.sendText('Hello')]
  await bench.work()
  const media = (name: string) => ({ spec: 'amf/1', parts: [{ type: 'media', url: `${elsewhere}/${name}.png` }] })
  const send = (userId: string, ...names: string[]) =>
    agent.call('POST', '/v4/messages', { userId, messages: names.map(media) })
  await send(goes, 'bill', 'boat')
  await send(other, 'boat')
  const files = async () => (await pool.query(
    'select name from fetched_media where agent_key = $1 order by name', [agent.key.key])).rows.map(({ name }) => name) // biome-ignore format: a query
  assert.deepEqual(await files(), ['bill.png', 'boat.png'])
  const { data } = assertStatus(await agent.api.get(`/people/holders?userIds=${goes}`), 200)
  assertStatus(await agent.api.del(`/people/${data[0].id}`), 204)
  assert.deepEqual(await files(), ['boat.png'])
})

test('erasure covers every table that names people', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns as named
      where table_schema = 'public' and column_name in ('asid', 'person_id', 'person_key', 'address', 'visitor')
        and table_name !~ '_(default|[0-9]{8})$' order by 1`,
  )
  const known = [...telling, ...knowingIds, ...ofNobody, ...ofMembers, 'webchat_visitors']
  const others = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  assert.deepEqual(others, [], 'what do they keep of a person, and who erases it?')
})
