import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import { computeP95, measureRequest } from './console-browser.ts'
import { vacuumAndAnalyze } from './scratch-database.ts'
import { type BenchParley, startBenchParley } from './servers.ts'
import { createVocabulary } from './vocabulary.ts'

const turns = Number(process.env.BENCH_AMOUNT) || 1_000_000
const turnsPerConversation = 10
const groups = 2_000
const newQuestions = 10_000
const conversations = Math.max(newQuestions, turns / turnsPerConversation)
const rounds = 20
const targets = { page: 200, turn: 3, grouping: 60 }

/** The pages of Improve with a million turns, the statement that a turn adds, and grouping 10,000 new questions. */
export async function benchInsights(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url)
  const database = openDatabase(url)
  try {
    const agentKey = await fill(database, parley.agent)
    await vacuumAndAnalyze(url)
    await computeDays(database, agentKey)
    const results: Benchmark[] = []
    for (const page of pages) results.push(await measurePage(parley, page))
    results.push(await measureTurn(database, agentKey))
    results.push(await measureGrouping(database, agentKey))
    return results
  } finally {
    await database.close()
    await parley.stop()
  }
}

/** As the migration does it for what was recorded before. The current day stays out, and is counted from its rows. */
async function computeDays({ pool }: Database, agentKey: number): Promise<void> {
  await pool.query(
    `insert into insight_days (agent_key, day, due_at)
     select distinct $1::bigint, date_trunc('day', started_at, 'UTC'), now() from session_outcomes
      where agent_key = $1::bigint and started_at < date_trunc('day', now(), 'UTC')`,
    [agentKey],
  )
  for (let left = 1; left > 0; ) {
    await sleep(200)
    const { rows } = await pool.query(
      'select count(*)::int as left from insight_days where agent_key = $1 and computed_at is null',
      [agentKey],
    )
    left = rows[0].left
  }
}

const pages = ['unanswered', 'topics', 'outcomes', 'sessions?outcome=unanswered'] as const

async function measurePage(parley: BenchParley, page: string): Promise<Benchmark> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const took = await measureRequest(parley, `/orgs/demo/agents/${parley.agent}/insights/${page}`)
    // Round 0 is a warm-up.
    if (round > 0) times.push(took)
  }
  return {
    name: `insights: ${page} of ${turns.toLocaleString('en')} turns, p95`,
    ours: computeP95(times),
    ceiling: targets.page,
    unit: 'ms (less is better)',
  }
}

/** The rows of insights as a statement of their own, which is more than they cost inside the statement of the turn. */
async function measureTurn({ pool }: Database, agentKey: number): Promise<Benchmark> {
  const times: number[] = []
  for (let n = 1; n <= 500; n++) {
    const startedAt = performance.now()
    await pool.query(turnStatement, [agentKey, `user-${n}`, `event-bench-${n}`])
    times.push(performance.now() - startedAt)
  }
  await pool.query("delete from turn_questions where agent_key = $1 and event_id like 'event-bench-%'", [agentKey])
  const sorted = times.toSorted((one, other) => one - other)
  return {
    name: 'insights: added to a turn, median of a statement of its own',
    ours: sorted[Math.floor(sorted.length / 2)] as number,
    ceiling: targets.turn,
    unit: 'ms (less is better)',
  }
}

const turnStatement = `
  with asked as (
    insert into turn_questions (agent_key, asid, session_id, event_id, text, phrase_hash, unanswered, at, due_at)
    values ($1, $2, 'ses-' || $2, $3, 'Do you sell marine paint?', sha256('paint'), true, now(), now()))
  update session_outcomes set turns = turns + 1, questions = questions + 1
   where agent_key = $1 and asid = $2 and session_id = 'ses-' || $2`

/** By the worker of the process that also serves the pages. */
async function measureGrouping({ pool }: Database, agentKey: number): Promise<Benchmark> {
  const words = createVocabulary()
  // As people ask: a few wordings make up most questions.
  const wordings = Array.from({ length: newQuestions / 5 }, () => `Do you have ${words.pickWords(3)}?`)
  const texts = Array.from(
    { length: newQuestions },
    (_, n) => wordings[Math.floor((n * n) / newQuestions / 5)] as string,
  )
  await pool.query(
    `insert into turn_questions (agent_key, asid, session_id, event_id, text, phrase_hash, unanswered, at, due_at)
     select $1::bigint, 'user-' || n, 'ses-user-' || n, 'new-' || n, text, sha256(convert_to(text, 'UTF8')), true, now(), now()
       from unnest($2::text[]) with ordinality as given (text, n)`,
    [agentKey, texts],
  )
  const startedAt = performance.now()
  for (let left = 1; left > 0; ) {
    await sleep(200)
    const { rows } = await pool.query(
      'select count(*)::int as left from turn_questions where agent_key = $1 and group_key is null',
      [agentKey],
    )
    left = rows[0].left
  }
  const seconds = (performance.now() - startedAt) / 1000
  return {
    name: `insights: grouping ${newQuestions.toLocaleString('en')} new questions, ${wordings.length} wordings, ${groups} groups`,
    ours: seconds,
    ceiling: targets.grouping,
    unit: 's (less is better)',
  }
}

async function fill({ pool }: Database, agent: string): Promise<number> {
  const { rows } = await pool.query('select agent_key from agents where id = $1', [agent])
  const agentKey = rows[0].agent_key as number
  await pool.query(groupStatement, [agentKey])
  // In parts, so that no statement takes longer than the database allows.
  for (let from = 1; from <= conversations; from += fillStep)
    for (const statement of fillStatements)
      await pool.query(statement, [agentKey, from, Math.min(conversations, from + fillStep - 1)])
  return agentKey
}

const groupStatement = `
  insert into question_groups (agent_key, id, words, created_at, updated_at)
  select $1::bigint, 'qst-' || n, array['word' || n, 'thing' || n], now(), now() from generate_series(1, ${groups}) as n`
const fillStep = 5_000
/** Spread over the thirty days that the pages show by default. */
const at = `now() - n * interval '30 days' / ${conversations}`
const numbers = 'generate_series($2::int, $3::int) as n'
const fillStatements = [
  `insert into people (agent_key, id, full_name, status, search, sort_name, created_at, updated_at)
   select $1::bigint, 'per-' || n, 'Person ' || n, 'New', 'person ' || n, 'person ' || n, now(), now() from ${numbers}`,
  `insert into identities (agent_key, asid, channel, address, address_hash, person_key, created_at)
   select $1::bigint, 'user-' || n, 'rcs', '+1202' || n, sha256(convert_to('+1202' || n, 'UTF8')), p.person_key, now()
     from ${numbers} join people as p on p.agent_key = $1::bigint and p.id = 'per-' || n`,
  `insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, created_at)
   select $1::bigint, 'user-' || n, 'rcs', 'ses-user-' || n, ${at}, ${at}, now() from ${numbers}`,
  `insert into session_outcomes (agent_key, asid, session_id, channel, started_at, turns, questions, unanswered, goals)
   select $1::bigint, 'user-' || n, 'ses-user-' || n, 'rcs', ${at}, ${turnsPerConversation}, ${turnsPerConversation},
          case when n % 3 = 0 then 3 else 0 end, n % 2 from ${numbers}`,
  // The square makes few groups frequent and most of them rare.
  `insert into turn_questions (agent_key, asid, session_id, event_id, text, phrase_hash, unanswered, at, group_key)
   select $1::bigint, 'user-' || n, 'ses-user-' || n, 'event-' || n || '-' || turn, 'Question about thing ' || member,
          sha256(convert_to('thing ' || member, 'UTF8')), n % 3 = 0 and turn < 3, ${at}, known.first + member
     from ${numbers}, generate_series(1, ${turnsPerConversation}) as turn
    cross join lateral (select ((n * 7919 + turn * 104729) % ${groups})::float8 / ${groups} as place) as drawn
    cross join lateral (select floor(place * place * ${groups})::int as member) as chosen
    cross join (select min(group_key) as first from question_groups where agent_key = $1::bigint) as known`,
]
