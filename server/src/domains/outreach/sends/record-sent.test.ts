// Own process: it observes what the driver sends.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { createOutreachBench } from '../../../testing/outreach-bench.ts'

/** The recording of dispatched sends: concurrent ones share one statement, and after a conflict each has its own. */

/** How many sends each statement has recorded, and what happens right before the next one. */
const recordings: number[] = []
let beforeRecording: (() => Promise<unknown>) | undefined

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first] = given as [string | pg.QueryConfig]
  const run = () => Reflect.apply(query, this, given) as unknown
  if (typeof first === 'string' || !first.name?.startsWith('record_sent')) return run()
  recordings.push(JSON.parse(first.values?.[0]).length)
  const act = beforeRecording
  beforeRecording = undefined
  return act ? act().then(run) : run()
} as typeof query
after(() => {
  pg.Client.prototype.query = query
})

const bench = await createOutreachBench()
const { world, work } = bench
const { pool } = bench.server.database
const agent = await bench.agent('rcs')
const { accepted, readState, publishedStates, createPerson } = agent
const outreach = await agent.outreach('Good news')

let keys = 0
async function sendTo(personId: string): Promise<string> {
  const body = { recipient: { personId }, idempotencyKey: `key ${++keys}` }
  return (await accepted(outreach, body)).sendId
}

/** Creates people who are known to have RCS, and sends to each of them; the sends wait for `work`. */
async function sendToMany(count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => createPerson()))
  await pool.query(
    'insert into capabilities (agent_key, asid, capable, checked_at) select $1, unnest($2::text[]), true, $3',
    [agent.key.key, people.map(({ asid }) => asid), world.now()],
  )
  const sendIds = await Promise.all(people.map(({ id }) => sendTo(id)))
  recordings.length = 0
  return { people, sendIds }
}

/** What the agent remembers to have said to a person. */
async function readHistory({ asid }: { asid: string }): Promise<string[]> {
  const { rows } = await pool.query('select state from runtime_conversations where asid = $1', [asid])
  return rows.flatMap(({ state }) => state.history.map(({ text }: { text: string }) => text))
}

type ManySends = Awaited<ReturnType<typeof sendToMany>>

/** Each is sent, published and remembered once; the first person is remembered as given. */
async function assertAllSent({ people, sendIds }: ManySends, firstHistory = ['Good news']): Promise<void> {
  assert.deepEqual(
    await Promise.all(sendIds.map(readState)),
    sendIds.map(() => 'sent'),
  )
  for (const sendId of sendIds) assert.deepEqual(await publishedStates(sendId), ['queued', 'sent'])
  for (const { phone } of people) assert.deepEqual(await phone.readTexts(), ['Good news'])
  const [first, ...others] = await Promise.all(people.map(readHistory))
  assert.deepEqual(first, firstHistory)
  assert.deepEqual(
    others,
    others.map(() => ['Good news']),
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('sends that are dispatched together are recorded together', async () => {
  const sent = await sendToMany(3)
  await work()
  await assertAllSent(sent)
  assert.equal(sum(recordings), 3)
  assert.ok(recordings.length < 3, `${recordings.length} statements`)
})

/** PostgreSQL stores this text as JSON, but computes nothing with it. */
test('a row that PostgreSQL refuses does not fail the others of its batch', async () => {
  const sent = await sendToMany(3)
  const state = JSON.stringify({ reached: [], history: [{ role: 'agent', text: '\0', at: world.now() }] })
  const { asid } = sent.people[0] as { asid: string }
  await pool.query(
    `insert into runtime_conversations (agent_key, asid, session_id, state, updated_at)
    values ($1, $2, '', $3, now())`,
    [agent.key.key, asid, state],
  )
  await work()
  await assertAllSent(sent, ['\0'])
  assert.ok(recordings.length < 3, `${recordings.length} statements`)
})

test('a statement that fails halfway records nothing, and each send is then recorded once', async () => {
  const sent = await sendToMany(3)
  await pool.query(`
    create sequence failures;
    create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('failures') = 1 then raise exception 'the statement fails halfway'; end if;
      return new;
    end $$;
    create trigger fail_once before insert on outbox for each row
      when (new.data ->> 'sendId' = '${sent.sendIds[1]}' and new.data ->> 'state' = 'sent') execute function fail_once()`)
  await work()
  await pool.query('drop trigger fail_once on outbox')
  await assertAllSent(sent)
  const { rows } = await pool.query('select last_value from failures')
  assert.equal(rows[0].last_value, 2, 'the event was published at the second attempt')
})

/** Another worker holds the sends from right before they are recorded until a minute later. */
function loseLeases(sendIds: readonly string[]): void {
  const leaseEnd = new Date(world.now().getTime() + 60_000)
  beforeRecording = () =>
    pool.query(`update sends set lease_token = 'another', due_at = $2 where id = any($1)`, [sendIds, leaseEnd])
}

test('a send whose lease was lost is left to its new worker, which does not send it again', async () => {
  const sent = await sendToMany(1)
  loseLeases(sent.sendIds)
  await work()
  const { rows } = await pool.query('select state, lease_token from sends where id = any($1)', [sent.sendIds])
  assert.deepEqual(rows, [{ state: 'queued', lease_token: 'another' }])
  assert.deepEqual(await publishedStates(sent.sendIds[0] as string), ['queued'])
  assert.deepEqual(await readHistory(sent.people[0] as { asid: string }), [])
  world.advance(60_000)
  await work()
  await assertAllSent(sent)
})

test('two sends to one person whose worker died after it had dispatched both are recorded, each once', async () => {
  const { people, sendIds } = await sendToMany(1)
  const person = people[0] as (typeof people)[number]
  sendIds.push(await sendTo(person.id))
  loseLeases(sendIds)
  await work()
  assert.deepEqual(await readHistory(person), [])
  world.advance(60_000)
  recordings.length = 0
  await work()
  assert.ok(
    recordings.every((count) => count === 1),
    `no statement records both: ${recordings}`,
  )
  assert.deepEqual(await Promise.all(sendIds.map(readState)), ['sent', 'sent'])
  for (const sendId of sendIds) assert.deepEqual(await publishedStates(sendId), ['queued', 'sent'])
  assert.deepEqual(await readHistory(person), ['Good news', 'Good news'])
  assert.deepEqual(await person.phone.readTexts(), ['Good news', 'Good news'])
})
