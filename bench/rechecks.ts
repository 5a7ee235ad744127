import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Benchmark } from './benchmark.ts'
import { bindRcs } from './outreach-agent.ts'
import { createSendingAgent, createWaitingAgent, type SendingAgent, type WaitingAgent } from './recheck-agents.ts'
import { vacuumAndAnalyze } from './scratch-database.ts'
import { nextMixedPersonBody } from './send-bodies.ts'
import { sendAtRate } from './send-calls.ts'
import { startBenchParley } from './servers.ts'

const amount = Number(process.env.BENCH_AMOUNT) || 100_000
const pollMilliseconds = 250
const round = { perSecond: 5, seconds: 5 }
/** More than one trigger per second would need. */
const triggeredPeople = 10_000

/**
 * Changes an agent's safe hours while many automated rows wait for them, compared with one UPDATE of as many rows.
 * Another organization sends meanwhile, compared with its sends before the change.
 */
export async function benchRechecks(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url, { MEANINGS: 'off' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await bindRcs(parley)
    const otherAgent = await createSendingAgent(parley, client, triggeredPeople)
    const agent = await createWaitingAgent(parley, client, amount)
    await vacuumAndAnalyze(url)
    const ceiling = await measureBareUpdate(client)
    await runRound(client, otherAgent)
    const timesBefore = createTimes()
    for (let rounds = 0; rounds < 4; rounds++) addTimes(timesBefore, await runRound(client, otherAgent))
    const { rate, timesDuring } = await measureRecheck(client, agent, otherAgent)
    const name = `recheck of ${amount.toLocaleString('en')} rows`
    return [
      { name: `${name}, compared with one UPDATE of as many rows`, ours: rate, ceiling, unit: 'rows/s' },
      ...buildComparison(`${name}, in another org`, timesDuring, timesBefore),
    ]
  } finally {
    await client.end()
    await parley.stop()
  }
}

/** One statement over a table of the same shape with the same indexes. */
async function measureBareUpdate(client: pg.Client): Promise<number> {
  await client.query('create table bare_rows (like automated_rows including all) with (fillfactor = 80)')
  await client.query(`insert into bare_rows select * from automated_rows where state = 'waiting'`)
  await client.query('vacuum analyze bare_rows')
  const startedAt = performance.now()
  const { rowCount } = await client.query(
    `update bare_rows set planned_at = planned_at + interval '3 hours', due_at = due_at + interval '3 hours',
                          recheck_generation = 1`,
  )
  const rate = ((rowCount ?? 0) * 1000) / (performance.now() - startedAt)
  await client.query('drop table bare_rows')
  return rate
}

async function measureRecheck(client: pg.Client, { agentKey, setSafeHours }: WaitingAgent, otherAgent: SendingAgent) {
  let isFinished = false
  const startedAt = performance.now()
  await setSafeHours(9)
  const finishedAt = waitUntilRechecked(client, agentKey).finally(() => {
    isFinished = true
  })
  const timesDuring = createTimes()
  while (!isFinished) addTimes(timesDuring, await runRound(client, otherAgent))
  return { rate: (amount * 1000) / ((await finishedAt) - startedAt), timesDuring }
}

/** The time at which the last row got its new due time. */
async function waitUntilRechecked(client: pg.Client, agentKey: number): Promise<number> {
  for (;;) {
    const checkedAt = performance.now()
    const { rows } = await client.query(
      `select from automated_rows
        where agent_key = $1 and planned_at < date_trunc('hour', now()) + interval '8 hours' limit 1`,
      [agentKey],
    )
    if (rows.length === 0) return checkedAt
    await sleep(pollMilliseconds)
  }
}

/** Milliseconds until named sends are answered and dispatched, and until automated rows are evaluated. */
type Times = Record<keyof typeof labels, number[]>
const labels = { answered: 'sends answered', dispatched: 'sends dispatched', evaluated: 'rows evaluated' }
const createTimes = (): Times => ({ answered: [], dispatched: [], evaluated: [] })

function addTimes(total: Times, added: Times): void {
  for (const kind of Object.keys(labels) as (keyof Times)[]) total[kind].push(...added[kind])
}

/** Runs a few seconds of named sends, with one row triggered per second. */
async function runRound(client: pg.Client, otherAgent: SendingAgent): Promise<Times> {
  const { rows } = await client.query('select now() as at')
  const sending = sendAtRate({ url: otherAgent.namedSendsUrl, keys: otherAgent.keys }, nextMixedPersonBody, round)
  for (let second = 0; second < round.seconds; second++) {
    await otherAgent.trigger()
    await sleep(1_000)
  }
  const answered = await sending
  return { answered, ...(await readSendTimes(client, otherAgent.agentKey, rows[0].at)) }
}

/** Waits until nothing of the round is queued. */
async function readSendTimes(client: pg.Client, agentKey: number, since: Date): Promise<Omit<Times, 'answered'>> {
  for (;;) {
    const { rows: sends } = await client.query(
      `select state, extract(epoch from sent_at - queued_at)::float8 * 1000 as milliseconds
         from sends where agent_key = $1 and origin = 'named' and queued_at >= $2`,
      [agentKey, since],
    )
    const { rows: automated } = await client.query(
      `select row.state, extract(epoch from queued_at - triggered_at)::float8 * 1000 as milliseconds
         from automated_rows as row left join sends on sends.agent_key = row.agent_key and sends.id = row.send_id
        where row.agent_key = $1 and row.triggered_at >= $2`,
      [agentKey, since],
    )
    const isDone = [...sends, ...automated].every(({ state }) => state !== 'queued' && state !== 'waiting')
    const readMilliseconds = (rows: { milliseconds: number }[]) => rows.map(({ milliseconds }) => milliseconds)
    if (isDone) return { dispatched: readMilliseconds(sends), evaluated: readMilliseconds(automated) }
    await sleep(pollMilliseconds)
  }
}

function buildComparison(name: string, ours: Times, timesBefore: Times): Benchmark[] {
  return (Object.keys(labels) as (keyof Times)[]).flatMap((kind) =>
    [50, 99, 100].map((percent) => ({
      name: `${name} ${labels[kind]}, ${percent === 100 ? 'longest' : `p${percent}`}`,
      ours: percentile(ours[kind], percent),
      ceiling: percentile(timesBefore[kind], percent),
      unit: 'ms (less is better)',
    })),
  )
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((first, second) => first - second)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}
