import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Benchmark } from './benchmark.ts'
import { callRate } from './gateway.ts'
import { bindRcs, type OutreachAgent, outreachAgent } from './outreach-agent.ts'
import { knownPeopleBody, mixedPeopleBody, type NextBody, nextJourneyBody, repeatedBodies } from './send-bodies.ts'
import { nextBearer, type SendEndpoint, sendAllAtOnce, sendAtRate, sendStorm } from './send-calls.ts'
import { startBenchParley, startProgram } from './servers.ts'

const connections = 20
const rounds = 3
const amount = 1_000
/** Enough calls to create every person that counts as known. */
const warmUpAmount = 2_000
const latency = { perSecond: 200, seconds: 10, target: 50 }
const burst = { amount: 1_000, connections: 100, times: 3, pauseMilliseconds: 6_000, target: 1_000 }
const clients = 50
const keys = 200

/**
 * Named sends to a process that also dispatches them, compared with a bare route that upserts a person and inserts a
 * send.
 */
export function benchSends(url: string): Promise<Benchmark[]> {
  return beside(url, {}, async (doors, agent) => [
    ...(await measured(doors, agent, ', dispatched by the same process')),
    ...(await storms(doors, url)),
  ])
}

/** The same with a process that only accepts them. */
export function benchSendsAlone(url: string): Promise<Benchmark[]> {
  return beside(url, { ROLES: 'api,gateway' }, (doors, agent) => measured(doors, agent, ', accepted only'))
}

async function measured(doors: Doors, agent: OutreachAgent, manner: string): Promise<Benchmark[]> {
  return [...(await rates(doors, manner)), ...(await latencies(doors, manner)), ...(await bursts(doors, agent, manner))]
}

type Doors = { ours: SendEndpoint; bare: SendEndpoint /** `rest` leaves nothing to dispatch. */; rest(): Promise<void> }

async function beside<T>(
  url: string,
  settings: Record<string, string>,
  measure: (doors: Doors, agent: OutreachAgent) => Promise<T>,
): Promise<T> {
  const parley = await startBenchParley(url, { MEANINGS: 'off', ...settings })
  const bare = await startProgram('bare-send-server.ts', [url])
  try {
    if (!settings.ROLES) await bindRcs(parley)
    const agent = await outreachAgent(parley)
    const ours = { url: agent.named, keys: agent.keys }
    const doors = { ours, bare: { ...ours, url: `${bare.origin}/sends` }, rest: () => atRest(url) }
    return await measure(doors, agent)
  } finally {
    await bare.stop()
    await parley.stop()
  }
}

async function rates(doors: Doors, manner: string): Promise<Benchmark[]> {
  return [
    await inTurns(doors, knownPeopleBody, `named sends to known, unchanged people${manner}`),
    await inTurns(doors, mixedPeopleBody, `named sends, half to new people, half with a changed profile${manner}`),
  ]
}

/**
 * Alternates short rounds, so that other load on the machine affects both sides, and reports the round with the median
 * ratio.
 */
async function inTurns({ ours, bare, rest }: Doors, nextBody: NextBody, name: string): Promise<Benchmark> {
  await acceptRate(ours, nextBody, warmUpAmount)
  await acceptRate(bare, nextBody, warmUpAmount)
  const measured: Benchmark[] = []
  for (let round = 0; round < rounds; round++) {
    await rest()
    const rate = await acceptRate(ours, nextBody)
    await rest()
    measured.push({ name, ours: rate, ceiling: await acceptRate(bare, nextBody), unit: 'calls/s' })
  }
  measured.sort((one, other) => one.ours / one.ceiling - other.ours / other.ceiling)
  return measured[(rounds - 1) / 2] as Benchmark
}

function acceptRate(endpoint: SendEndpoint, nextBody: NextBody, calls = amount): Promise<number> {
  const headers = () => ({ authorization: nextBearer(endpoint), 'content-type': 'application/json' })
  const setupRequest = (request: object) => ({ ...request, headers: headers(), body: nextBody() })
  return callRate({ url: endpoint.url, method: 'POST', requests: [{ setupRequest }], connections, amount: calls })
}

async function latencies({ ours, rest }: Doors, manner: string): Promise<Benchmark[]> {
  await rest()
  const sorted = await sendAtRate(ours, mixedPeopleBody, latency)
  return [50, 99].map((percent) => ({
    name: `named sends at ${latency.perSecond} a second, p${percent}${manner}`,
    ours: percentile(sorted, percent),
    ceiling: latency.target,
    unit: 'ms (less is better)',
  }))
}

/** Reports the slowest burst. */
async function bursts({ rest }: Doors, { journey, journeyKey }: OutreachAgent, manner: string): Promise<Benchmark[]> {
  await rest()
  const door = { url: journey, keys: [journeyKey] }
  const all: number[][] = []
  for (let time = 0; time < burst.times; time++) {
    all.push(await sendAllAtOnce(door, Array.from({ length: burst.amount }, nextJourneyBody), burst.connections))
    await sleep(burst.pauseMilliseconds)
  }
  return [50, 99, 100].map((percent) => ({
    name: `journey burst of ${burst.amount}, slowest of ${burst.times}, ${percent} % answered${manner}`,
    ours: Math.max(...all.map((sorted) => percentile(sorted, percent))),
    ceiling: burst.target,
    unit: 'ms (less is better)',
  }))
}

const percentile = (sorted: readonly number[], percent: number) =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN

async function storms({ ours, bare, rest }: Doors, url: string): Promise<Benchmark[]> {
  await rest()
  const countSends = () => onDatabase(url, (client) => countOf(client, 'true'))
  const before = await countSends()
  const bodies = repeatedBodies(keys)
  const { statusCounts, rate } = await sendStorm(ours, bodies, clients)
  const expected = { queued: keys, duplicate: (clients - 1) * keys }
  if (statusCounts.queued !== expected.queued || statusCounts.duplicate !== expected.duplicate)
    throw new Error(`the burst of retries was answered with ${JSON.stringify(statusCounts)}`)
  await rest()
  const name = `${clients} clients with the same ${keys} keys`
  const { rate: ceiling } = await sendStorm(bare, bodies, clients)
  return [
    { name: `${name}: sends`, ours: (await countSends()) - before, ceiling: keys, unit: 'sends' },
    { name, ours: rate, ceiling, unit: 'calls/s' },
  ]
}

/**
 * Withdraws all sends that no worker has started to dispatch: they would slow down the next measurement, including the
 * ceiling.
 */
async function atRest(url: string): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query(
      `update sends set state = 'cancelled', due_at = null where state = 'queued' and lease_token is null`,
    )
    for (let tries = 0; (await countOf(client, `state = 'queued'`)) > 0; tries++) {
      if (tries === 300) throw new Error('the sends were not dispatched within 30 s')
      await sleep(100)
    }
    await client.query('analyze')
  })
}

const countOf = async (client: pg.Client, condition: string): Promise<number> =>
  (await client.query(`select count(*)::int as count from sends where ${condition}`)).rows[0].count

async function onDatabase<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
