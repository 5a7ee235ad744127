import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { findFreePort } from './testing/free-port.ts'
import { createGatewayFixture, waitUntilTrue } from './testing/gateway-process.ts'
import type { ParleyProcess } from './testing/process.ts'
import { withServerClient } from './testing/scratch-database.ts'

/**
 * kill -9 of the server during publish, restore and rebase: each is done completely or not at all, and succeeds when
 * repeated. One kill hits many of them at once, each at another statement: triggers let the transaction of an agent wait
 * at one table, or in its commit.
 */

type Reply = { status: number; body: Record<string, unknown> }
type Call = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Reply>

/** Calls the API of an agent; rejects if the server dies before it responds. */
function createCall({ origin, credentials }: ParleyProcess, agentId?: string): Call {
  const agents = `${origin}/v1/orgs/demo/agents`
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${agents}${agentId ? `/${agentId}` : ''}${path}`, {
      method,
      headers: { authorization: `Bearer ${credentials().apiKey}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }
}

async function succeed(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, body } = await reply
  assert.ok(status < 300, `${status} ${body.code}`)
  return body
}

const factsOf = (...ids: string[]) => ({
  facts: ids.map((id) => ({ id, question: `What about ${id}?`, answer: `Answer of ${id}.` })),
})

type Agent = { id: string; draftId: string }

/** Live with three versions, and a draft of the second that changes another Fact. */
async function createAgent(parley: ParleyProcess): Promise<Agent> {
  const { id } = await succeed(createCall(parley)('POST', '', { name: 'Harbour' }))
  const call = createCall(parley, id as string)
  await succeed(call('PUT', '/knowledge/facts', factsOf('one')))
  const { id: draftId } = await succeed(call('POST', '/drafts', { name: 'Draft' }))
  const draft = { 'x-svc-draft': draftId as string }
  await succeed(call('PUT', '/knowledge/facts', factsOf('one', 'mine'), draft))
  await succeed(call('PUT', '/knowledge/facts', factsOf('one', 'theirs')))
  return { id: id as string, draftId: draftId as string }
}

/** Everything that the actions change, without the ids of the agent and the draft. */
async function readState(call: Call): Promise<object> {
  const read = async (path: string) => (await succeed(call('GET', path))).data as Record<string, unknown>[]
  const drafts = []
  for (const { id, baseVersion, changes } of await read('/drafts'))
    drafts.push({ baseVersion, changes, edits: (await read(`/drafts/${id}/edits`)).map(({ summary }) => summary) })
  const versions = (await read('/versions')).map(({ version, summary, restoredFrom, label }) => ({
    ...{ version, summary, restoredFrom, label },
  }))
  return { facts: (await read('/knowledge/facts')).map(({ id }) => id), versions, drafts }
}

type Action = (call: Call, agent: Agent) => Promise<Reply>

const repeatable = ({ id }: Agent) => ({ 'idempotency-key': id })
const actions: Record<string, { act: Action; tables: string[] }> = {
  publish: {
    act: (call, agent) => call('POST', `/drafts/${agent.draftId}/_publish`, { label: 'Now' }, repeatable(agent)),
    tables: ['definitions', 'agents', 'agent_versions', 'agent_version_sections', 'agent_drafts'],
  },
  restore: {
    act: (call, agent) => call('POST', '/versions/1/_restore', {}, repeatable(agent)),
    tables: ['definitions', 'agents', 'agent_versions', 'agent_version_sections'],
  },
  rebase: {
    act: (call, agent) => call('POST', `/drafts/${agent.draftId}/_rebase`, {}, repeatable(agent)),
    tables: ['agent_draft_sections', 'agent_drafts', 'agent_draft_edits'],
  },
}

/** The tables whose deferred trigger makes the commit itself wait. */
const commitTables: Record<string, string> = {
  publish: 'agent_versions',
  restore: 'agent_versions',
  rebase: 'agent_drafts',
}

/** A transaction of the agent waits at the table while a row of `waits` says so. */
const prepareWaits = (tables: readonly string[]) => `
  create table waits (agent_id text not null, moment text not null);
  create function wait_here() returns trigger language plpgsql as $$
  declare moment_here text := tg_argv[0];
  declare agent bigint := case when tg_op = 'DELETE' then old.agent_key else new.agent_key end;
  begin
    while exists (select from waits join agents a on a.id = waits.agent_id
                   where a.agent_key = agent and waits.moment = moment_here) loop
      perform pg_sleep(0.2);
    end loop;
    return null;
  end $$;
  ${tables.map((table) => `create trigger wait after insert or update or delete on ${table} for each row execute function wait_here('${table}');`).join('\n')}
  ${[...new Set(Object.values(commitTables))].map((table) => `create constraint trigger wait_in_commit after insert or update or delete on ${table} deferrable initially deferred for each row execute function wait_here('commit of ${table}');`).join('\n')}`

const countRows = async (client: pg.Client, sql: string): Promise<number> => (await client.query(sql)).rows.length
const otherSessions = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
const waitingSessions = `${otherSessions} and wait_event = 'PgSleep'`

test('kill -9 during publish, restore and rebase: all or nothing, and a repeat succeeds', async () => {
  const ground = await createGatewayFixture()
  const settings = { DATABASE_CONNECTIONS: '40' }
  const first = await ground.start(settings)
  const moments = Object.entries(actions).flatMap(([name, { act, tables }]) =>
    [...tables, `commit of ${commitTables[name]}`].map((moment) => ({ name, act, moment })),
  )
  const cases: ((typeof moments)[number] & { agent: Agent })[] = []
  for (const moment of moments) cases.push({ ...moment, agent: await createAgent(first) })

  // The result of each action without a kill.
  const done = new Map<string, object>()
  for (const [name, { act }] of Object.entries(actions)) {
    const agent = await createAgent(first)
    const call = createCall(first, agent.id)
    await succeed(act(call, agent))
    done.set(name, await readState(call))
  }
  const untouched = await readState(createCall(first, (await createAgent(first)).id))

  await withServerClient(ground.settings.DATABASE_URL, async (client) => {
    await client.query(prepareWaits([...new Set(Object.values(actions).flatMap(({ tables }) => tables))]))
    for (const { agent, moment } of cases) await client.query('insert into waits values ($1, $2)', [agent.id, moment])
    const lost = cases.map(({ act, agent }) =>
      act(createCall(first, agent.id), agent).then(
        () => true,
        () => false,
      ),
    )
    await waitUntilTrue(
      'every transaction waits',
      async () => (await countRows(client, waitingSessions)) === cases.length,
    )
    await first.end('SIGKILL')
    assert.deepEqual(
      await Promise.all(lost),
      cases.map(() => false),
      'nobody got a response',
    )
    await client.query('delete from waits')
    await waitUntilTrue(
      'the database is done with the dead',
      async () => (await countRows(client, otherSessions)) === 0,
    )
  })

  const second = await ground.start(settings)
  for (const { name, act, moment, agent } of cases) {
    const call = createCall(second, agent.id)
    const place = `${name}, killed at ${moment}`
    const isCommitted = moment.startsWith('commit')
    assert.deepEqual(await readState(call), isCommitted ? done.get(name) : untouched, place)
    const repeated = await act(call, agent)
    assert.equal(repeated.status, 200, place)
    assert.deepEqual(await readState(call), done.get(name), `${place}, repeated`)
  }
  await second.end()
})

test('of two processes that publish at once, one wins and the other gets the conflict', async () => {
  const ground = await createGatewayFixture()
  const one = await ground.start()
  const ports = { PORT: String(await findFreePort()), GATEWAY_PORT: String(await findFreePort()) }
  const other = await ground.start(ports)
  for (let round = 0; round < 5; round++) {
    const { id, draftId } = await createAgent(one)
    const call = createCall(one, id)
    const { id: rivalId } = await succeed(call('POST', '/drafts', { name: 'Rival', from: 2 }))
    const facts = factsOf('one', 'mine')
    const rival = { facts: facts.facts.map((fact) => ({ ...fact, answer: 'Another answer.' })) }
    await succeed(call('PUT', '/knowledge/facts', rival, { 'x-svc-draft': rivalId as string }))
    const replies = await Promise.all([
      createCall(one, id)('POST', `/drafts/${draftId}/_publish`, {}),
      createCall(other, id)('POST', `/drafts/${rivalId}/_publish`, {}),
    ])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
    const { body: lost } = replies.find(({ status }) => status === 409) ?? assert.fail()
    assert.equal(lost.code, 'agent.draft.conflict')
    const paths = (lost.conflicts as { path: string }[]).map(({ path }) => path)
    assert.ok(paths.includes('capabilities.knowledge.facts[mine]'), paths.join())
    const { data } = await succeed(createCall(other, id)('GET', '/drafts'))
    const left = (data as { id: string }[]).map((draft) => draft.id)
    assert.deepEqual(left, [replies[0]?.status === 200 ? rivalId : draftId], 'the draft of the loser stays')
    const { data: versions } = await succeed(createCall(other, id)('GET', '/versions'))
    assert.equal((versions as object[]).length, 4)
  }
  await Promise.all([one.end(), other.end()])
})
