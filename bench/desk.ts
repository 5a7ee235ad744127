import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import { computeP95, measureRequest } from './console-browser.ts'
import { measureLiveLists } from './desk-live.ts'
import { vacuumAndAnalyze } from './scratch-database.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const conversationCount = 200_000
const rounds = 40
const targetMs = 100
const liveTargetMs = 1_000

/**
 * Pages of the desk with 200,000 conversations, 2,000 of them waiting or held and 20,000 closed: the 95th percentile of
 * the request, against a fixed target. Then a take until the lists of 20 members show it.
 */
export async function benchDesk(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url)
  const database = openDatabase(url)
  try {
    await fill(database, parley.agent)
    await vacuumAndAnalyze(url)
    const results: Benchmark[] = []
    for (const [name, query] of pages) results.push(await measure(parley, name, query))
    results.push({
      name: 'desk: a take until the lists of 20 members show it, p95',
      ours: computeP95(await measureLiveLists(parley)),
      ceiling: liveTargetMs,
      unit: 'ms',
    })
    return results
  } finally {
    await database.close()
    await parley.stop()
  }
}

const pages = [
  ['the view open', 'conversations?view=open&limit=50'],
  ['the view waiting', 'conversations?view=waiting&limit=50'],
  ['the view mine', 'conversations?view=mine&as=member-1&limit=50'],
  ['the view closed', 'conversations?view=closed&limit=50'],
  ['unanswered', 'conversations?view=open&unanswered=true&limit=50'],
  ['a tag', 'conversations?view=open&tag=vip&limit=50'],
  ['the counts', 'counts?as=member-1'],
] as const

async function measure(parley: BenchParley, name: string, query: string): Promise<Benchmark> {
  const path = `/orgs/demo/agents/${parley.agent}/desk/${query}`
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const took = await measureRequest(parley, path)
    // Round 0 is a warm-up.
    if (round > 0) times.push(took)
  }
  return {
    name: `desk: ${name} of ${conversationCount} conversations, p95`,
    ours: computeP95(times),
    ceiling: targetMs,
    unit: 'ms',
  }
}

/** One conversation a person, each with a message of the person and, in most, an answer; the last hours hold them all. */
async function fill({ pool }: Database, agent: string): Promise<void> {
  const { rows } = await pool.query('select agent_key from agents where id = $1', [agent])
  // In parts, so that no statement takes longer than the database allows.
  for (let from = 1; from <= conversationCount; from += fillStep)
    for (const statement of fillStatements) await pool.query(statement, [rows[0].agent_key, from, from + fillStep - 1])
}

const fillStep = 20_000
const at = `now() - (${conversationCount} - n) * interval '100 milliseconds'`
const numbers = 'generate_series($2::int, $3::int) as n'
const fillStatements = [
  `insert into people (agent_key, id, full_name, status, tags, search, sort_name, created_at, updated_at)
   select $1::bigint, 'per-' || n, 'Person ' || n, 'New', case when n % 1000 = 7 then array['vip'] else '{}'::text[] end,
          'person ' || n, 'person ' || n, now(), now() from ${numbers}`,
  `insert into people_search_keys (agent_key, search_key, created_at, person_key)
   select p.agent_key, 't:vip', p.created_at, p.person_key
     from ${numbers} join people as p on p.agent_key = $1::bigint and p.id = 'per-' || n where n % 1000 = 7`,
  `insert into identities (agent_key, asid, channel, address, address_hash, person_key, created_at)
   select $1::bigint, 'user-' || n, 'rcs', '+1202' || n, sha256(convert_to('+1202' || n, 'UTF8')), p.person_key, now()
     from ${numbers} join people as p on p.agent_key = $1::bigint and p.id = 'per-' || n`,
  `insert into sessions (agent_key, asid, id, channel, started_at, last_activity_at)
   select $1::bigint, 'user-' || n, 'ses-' || n, 'rcs', ${at}, ${at} from ${numbers}`,
  `insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, last_inbound_at,
                              created_at, desk_state, desk_assignee, desk_waiting_since, desk_active_at)
   select $1::bigint, 'user-' || n, 'rcs', 'ses-' || n, ${at}, ${at}, ${at}, now(),
          case when n % 200 = 0 then 'human' when n % 100 = 0 then 'waiting' when n % 10 = 1 then 'closed' end,
          case when n % 200 = 0 then 'member-' || (n / 200) % 20 end,
          case when n % 100 = 0 then ${at} end, case when n % 200 = 0 then now() end
     from ${numbers}`,
  `insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id)
   select $1::bigint, ${at} + step * interval '1 millisecond', 'user-' || n, 'ses-' || n,
          case step when 0 then 'user' else 'agent' end, 'content', 'text', 'rcs', 'Message ' || n,
          'msg-' || n || '-' || step
     from ${numbers}, generate_series(0, 1) as step where step = 0 or n % 50 > 0`,
]
