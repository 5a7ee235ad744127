import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { readAnnouncedEvents } from '../../../testing/events.ts'
import { optOut } from '../identities/stop-list/stop-list.ts'
import { createPhone, createTickingWorld, findAgentKey } from '../identities/testing/people.ts'
import { findPerson, lockPerson } from '../person/queries.ts'
import { erasePerson } from './erase.ts'

/** `DELETE A/people/{personId}` erases a person. */

const server = await createTestApp({ world: createTickingWorld() })
const { pool, db } = server.database

const addIdentity = async (agent: TestAgent, id: string, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post(`/people/${id}/identities`, body), 201)
const newPerson = async (agent: TestAgent, body: object = {}): Promise<string> =>
  assertStatus(await agent.post('/people', body), 201).id
const readPerson = async (agent: TestAgent, id: string): Promise<ReplyBody> =>
  assertStatus(await agent.get(`/people/${id}`), 200)

/** A word that appears only in this person's data; also in the normalized search keys. */
const word = 'zqcanary'
const digits = '98877665'
const clues = [word, digits, 'Antarctica/Troll', '2077-07-07']

const whole = {
  fullName: `Full ${word}`,
  firstName: `First${word}`,
  lastName: `Last${word}`,
  email: `${word}@${word}.example`,
  phone: `+4${digits}54`,
  company: `Company ${word}`,
  title: `Title ${word}`,
  status: 'qualified',
  source: `source-${word}`,
  notes: `Notes ${word}`,
  tags: [`tag-${word}`],
  customFields: { [`key-${word}`]: `value ${word}`, empty: '' },
  assignedRepresentativeId: `rep-${word}`,
  scheduledCallAt: '2077-07-07T07:07:07.000Z',
  timezone: 'Antarctica/Troll',
}

/** Every personal field that the API accepts, each time with an Idempotency-Key, so that responses are stored too. */
async function plant(agent: TestAgent): Promise<string> {
  let keys = 0
  const post = async (end: string, body: object, status: number) =>
    assertStatus(await agent.post(end, body, { 'idempotency-key': `${agent.id}-${++keys}` }), status)
  const { id } = await post('/people', whole, 201)
  const address = `${word}-visitor`
  const chat = await post(`/people/${id}/identities`, { channel: 'webchat', address }, 201)
  await post(`/people/${id}/identities`, { channel: 'rcs', address: whole.phone }, 201)
  await post(`/people/${id}/identities`, { channel: 'aiChatE', address: `${word}-assistant` }, 201)
  const left = await post(`/people/${id}/identities`, { channel: 'messengerB', address: `${word}-left` }, 201)
  assertStatus(await agent.del(`/people/${id}/identities/${left.asid}`), 204)
  await post(`/people/${id}/journal`, { text: `Journal ${word}` }, 201)
  await agent.put(`/people/${id}/consent`, { status: 'denied', source: word, evidence: `${word} said so` })
  await agent.patch(`/people/${id}`, { company: `New company ${word}`, notes: `New notes ${word}` })
  const { id: twin } = await post('/people', { ...whole, fullName: `Twin ${word}`, notes: `More ${word}` }, 201)
  await post(`/people/${twin}/identities`, { channel: 'sms', address: whole.phone }, 201)
  await post(`/people/${id}/_merge`, { fromPersonId: twin }, 200)
  await post('/people/import', { people: [{ ...whole, email: `no address ${word}` }, { phone: word }] }, 200)
  await optOut(db, await findAgentKey(db, agent), { channel: 'webchat', address }, server.context.world)
  for (const asid of [chat.asid, left.asid]) await plantConversation(agent, asid)
  await plantSurfaces(agent, [
    ['rcs', whole.phone],
    ['sms', whole.phone],
    ['webchat', address],
    ['messengerB', `${word}-left`],
  ])
  return id
}

/** Messages in both directions, with a file that the person sent. */
async function plantConversation(agent: TestAgent, asid: string): Promise<void> {
  const { key } = await findAgentKey(db, agent)
  const token = `media-${asid}`
  const file = { url: `https://gateway.example.com/media/${token}/${word}.png`, name: `${word}.png` }
  const event = { type: 'message', message: { text: `Said ${word}`, media: file } }
  const message = { spec: 'amf/1', parts: [{ type: 'text', text: `Heard ${word}` }] }
  const rows: [table: string, row: object][] = [
    ['conversations', { channel_conversation_id: word, session_started_at: 'now', last_content_at: 'now', created_at: 'now' }],
    ['sessions', { id: word, started_at: 'now' }],
    ['conversation_events', { id: 'evt', provider: 'lab', type: 'message', event: event, at: 'now' }],
    ['messages', { id: `msg-${asid}`, message: message, accepted_at: 'now' }],
    ['dispatches', { binding_key: 1, channel_message_id: `${word}-${asid}`, message_key: 1, bubble: 0, created_at: 'now' }],
    ['agent_logs', { at: 'now', level: 'info', event: 'x', data: { word } }],
    ['fetched_media', { source_hash: `\\x${Buffer.from(token).toString('hex')}`, name: file.name, content_type: 'image/png', bytes: 1, sha256: '\\x00', token, content: `\\x${Buffer.from(word).toString('hex')}`, used_at: 'now' }],
  ] // biome-ignore format: a table
  for (const [table, row] of rows) {
    await insert(table, { agent_key: key, asid, session_id: word, channel: 'webchat', ...row })
  }
}

/** The data that Parley's own surfaces show. */
async function plantSurfaces(agent: TestAgent, handsets: [channel: string, address: string][]): Promise<void> {
  const { key } = await findAgentKey(db, agent)
  const handsetEntry = {
    entry_id: 'e',
    direction: 'in',
    state: 'sent',
    text: `Shown ${word}`,
    payload: { word },
    at: 'now',
  }
  for (const [channel, address] of handsets) {
    const place = { agent_key: key, channel, address }
    await insert('handsets', { ...place, created_at: 'now' })
    await insert('handset_messages', { ...place, ...handsetEntry, carrier_id: 'c', message_id: 'm', native: { word } })
  }
  const chat = { agent_key: key, visitor: `${word}-visitor` }
  await insert('webchat_visitors', { ...chat, token_hash: `\\x${key}${key}`, created_at: 'now', seen_at: 'now' })
  await insert('webchat_entries', { ...chat, ...handsetEntry })
  await insert('assistant_entries', { agent_key: key, conversation: `${word}-assistant`, ...handsetEntry })
}

/** Inserts the given columns that the table has; the others get default values. */
async function insert(table: string, row: object): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_name = $1 and column_name = any($2)',
    [table, Object.keys(row)],
  )
  const names = rows.map(({ name }) => name).join(', ')
  await pool.query(`insert into ${table} (${names}) select ${names} from json_populate_record(null::${table}, $1)`, [
    JSON.stringify(row),
  ])
}

/** The tables that contain the canary in any column: bytes are searched both raw and as hex. */
async function tablesThatTell(): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
        -- Excludes partitions: their parent tables contain the same rows.
        and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass)`,
  )
  const patterns = clues.flatMap((clue) => [`%${clue}%`, `%${Buffer.from(clue).toString('hex')}%`])
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await pool.query(`select 1 from "${name}" as row where row::text ilike any($1) limit 1`, [patterns])
      return found.rowCount ? [name] : []
    }),
  )
  return rows.flat().sort()
}

const ofPeople = ['consent_entries', 'identities', 'journal_entries', 'people', 'people_search_keys']
const ofConversations = [
  'agent_logs',
  'assistant_entries',
  'conversation_events',
  'conversations',
  'dispatches',
  'handset_messages',
  'handsets',
  'messages',
  'fetched_media',
  'sessions',
  'traffic',
  'webchat_entries',
  'webchat_visitors',
]

test('no table contains data of an erased Person', async () => {
  const agent = await createTestAgent(server)
  const id = await plant(agent)
  assert.deepEqual(await tablesThatTell(), [...ofPeople, ...ofConversations].sort())
  assertStatus(await agent.del(`/people/${id}`), 204)
  assert.deepEqual(await tablesThatTell(), [])
  assertProblem(await agent.get(`/people/${id}`), 404, 'resource.not_found')
  assertProblem(await agent.del(`/people/${id}`), 404, 'resource.not_found')
  assert.deepEqual((await readAnnouncedEvents(server, agent)).at(-1), {
    type: 'person.deleted',
    data: { agentId: agent.id, personId: id },
  })
})

test('no table contains data of the people of a deleted agent', async () => {
  const agent = await createTestAgent(server)
  await plant(agent)
  const { key } = await findAgentKey(db, agent)
  assertStatus(await agent.del(''), 204)
  assert.deepEqual(await tablesThatTell(), [])
  for (const table of ['people_search_keys', 'identities', 'stop_lists', 'stops', ...ofConversations]) {
    assert.equal((await pool.query(`select from ${table} where agent_key = $1`, [key])).rowCount, 0, table)
  }
})

test('an address that said STOP stays opted out after the erasure, and is not recognized as the erased person', async () => {
  const agent = await createTestAgent(server)
  const key = await findAgentKey(db, agent)
  const [stopped, silent] = [createPhone(), createPhone()].map((address) => ({ channel: 'rcs', address }) as const)
  assert.ok(stopped && silent)
  const id = await newPerson(agent)
  const before = [await addIdentity(agent, id, stopped), await addIdentity(agent, id, silent)]
  await optOut(db, key, stopped, server.context.world)
  assertStatus(await agent.del(`/people/${id}`), 204)
  const other = await newPerson(agent)
  const after = [await addIdentity(agent, other, stopped), await addIdentity(agent, other, silent)]
  assert.deepEqual(
    after.map(({ optedOut }) => optedOut),
    [true, false],
  )
  for (const { asid } of after) assert.ok(!before.some((identity) => identity.asid === asid))
})

test('erasing a Person does not change other people', async () => {
  const agent = await createTestAgent(server)
  const [id, other] = [await newPerson(agent, { tags: ['a'] }), await newPerson(agent, { tags: ['a'] })]
  await addIdentity(agent, id, { channel: 'rcs', address: createPhone() })
  await addIdentity(agent, other, { channel: 'rcs', address: createPhone() })
  const before = await readPerson(agent, other)
  assertStatus(await agent.del(`/people/${id}`), 204)
  assert.deepEqual(await readPerson(agent, other), before)
})

test('the erase handlers run before the deletion, and an error in one prevents it', async () => {
  const agent = await createTestAgent(server)
  const key = await findAgentKey(db, agent)
  const id = await newPerson(agent)
  const erasedIds: string[] = []
  const erase = (outcome: () => void) =>
    inTransaction(db, async (tx) => {
      const person = await lockPerson(tx, key, id)
      assert.ok(person)
      const onErase = async () => {
        assert.ok(await findPerson(tx, key, id))
        erasedIds.push(id)
        outcome()
      }
      const listener = { onErase, onMerge: async () => assert.fail('nobody is merged') }
      await erasePerson(tx, key, person, {
        announce: async () => {},
        purgeCachedResponses: async () => {},
        listeners: [listener],
      })
    })
  const refusal = new Error('not now')
  await assert.rejects(
    erase(() => {
      throw refusal
    }),
    refusal,
  )
  await readPerson(agent, id)
  await erase(() => {})
  assert.deepEqual(erasedIds, [id, id])
  assertProblem(await agent.get(`/people/${id}`), 404, 'resource.not_found')
})

test('a repeat with its Idempotency-Key does not return data of an erased person', async () => {
  const agent = await createTestAgent(server)
  const headers = { 'idempotency-key': `erased-${agent.id}` }
  const first = assertStatus(await agent.post('/people', { fullName: 'First' }, headers), 201)
  const replayed = await agent.post('/people', { fullName: 'First' }, headers)
  assert.equal(replayed.headers['idempotency-replayed'], 'true')
  assertStatus(await agent.del(`/people/${first.id}`), 204)
  const again = await agent.post('/people', { fullName: 'First' }, headers)
  assert.equal(again.headers['idempotency-replayed'], undefined)
  assert.notEqual(assertStatus(again, 201).id, first.id)
})
