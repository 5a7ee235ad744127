import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Benchmark, medianByRatio } from './benchmark.ts'
import { measureCallRate } from './gateway.ts'
import { bindRcs, createOutreachAgent, type OutreachAgent } from './outreach-agent.ts'
import {
  buildRepeatedBodies,
  type NextBody,
  nextJourneyBody,
  nextKnownPersonBody,
  nextMixedPersonBody,
} from './send-bodies.ts'
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
  return withSendEndpoints(url, {}, async (endpoints, agent) => [
    ...(await measureAll(endpoints, agent, ', dispatched by the same process')),
    ...(await measureStorm(endpoints, url)),
  ])
}

/** The same with a process that only accepts them. */
export function benchSendsAlone(url: string): Promise<Benchmark[]> {
  return withSendEndpoints(url, { ROLES: 'api,gateway' }, (endpoints, agent) =>
    measureAll(endpoints, agent, ', accepted only'),
  )
}

async function measureAll(endpoints: SendEndpoints, agent: OutreachAgent, suffix: string): Promise<Benchmark[]> {
  return [
    ...(await measureRates(endpoints, suffix)),
    ...(await measureLatencies(endpoints, suffix)),
    ...(await measureBursts(endpoints, agent, suffix)),
  ]
}

type SendEndpoints = {
  ours: SendEndpoint
  bareServer: SendEndpoint
  /** Leaves nothing to dispatch. */
  clearQueue(): Promise<void>
}

async function withSendEndpoints<T>(
  url: string,
  settings: Record<string, string>,
  measure: (endpoints: SendEndpoints, agent: OutreachAgent) => Promise<T>,
): Promise<T> {
  const parley = await startBenchParley(url, { MEANINGS: 'off', ...settings })
  const bareServer = await startProgram('bare-send-server.ts', [url])
  try {
    if (!settings.ROLES) await bindRcs(parley)
    const agent = await createOutreachAgent(parley)
    const ours = { url: agent.namedSendsUrl, keys: agent.keys }
    const endpoints = {
      ours,
      bareServer: { ...ours, url: `${bareServer.origin}/sends` },
      clearQueue: () => clearSendQueue(url),
    }
    return await measure(endpoints, agent)
  } finally {
    await bareServer.stop()
    await parley.stop()
  }
}

async function measureRates(endpoints: SendEndpoints, suffix: string): Promise<Benchmark[]> {
  return [
    await measureInTurns(endpoints, nextKnownPersonBody, `named sends to known, unchanged people${suffix}`),
    await measureInTurns(
      endpoints,
      nextMixedPersonBody,
      `named sends, half to new people, half with a changed profile${suffix}`,
    ),
  ]
}

/**
 * Alternates short rounds, so that other load on the machine affects both sides, and reports the round with the median
 * ratio.
 */
async function measureInTurns(
  { ours, bareServer, clearQueue }: SendEndpoints,
  nextBody: NextBody,
  name: string,
): Promise<Benchmark> {
  await measureAcceptRate(ours, nextBody, warmUpAmount)
  await measureAcceptRate(bareServer, nextBody, warmUpAmount)
  const results: Benchmark[] = []
  for (let round = 0; round < rounds; round++) {
    await clearQueue()
    const rate = await measureAcceptRate(ours, nextBody)
    await clearQueue()
    results.push({ name, ours: rate, ceiling: await measureAcceptRate(bareServer, nextBody), unit: 'calls/s' })
  }
  return medianByRatio(results)
}

function measureAcceptRate(endpoint: SendEndpoint, nextBody: NextBody, calls = amount): Promise<number> {
  const headers = () => ({ authorization: nextBearer(endpoint), 'content-type': 'application/json' })
  const setupRequest = (request: object) => ({ ...request, headers: headers(), body: nextBody() })
  return measureCallRate({
    url: endpoint.url,
    method: 'POST',
    requests: [{ setupRequest }],
    connections,
    amount: calls,
  })
}

async function measureLatencies({ ours, clearQueue }: SendEndpoints, suffix: string): Promise<Benchmark[]> {
  await clearQueue()
  const sorted = await sendAtRate(ours, nextMixedPersonBody, latency)
  return [50, 99].map((percent) => ({
    name: `named sends at ${latency.perSecond} a second, p${percent}${suffix}`,
    ours: readPercentile(sorted, percent),
    ceiling: latency.target,
    unit: 'ms (less is better)',
  }))
}

/** Reports the slowest burst. */
async function measureBursts(
  { clearQueue }: SendEndpoints,
  { journeySendsUrl, journeyKey }: OutreachAgent,
  suffix: string,
): Promise<Benchmark[]> {
  await clearQueue()
  const endpoint = { url: journeySendsUrl, keys: [journeyKey] }
  const burstTimes: number[][] = []
  for (let burstIndex = 0; burstIndex < burst.times; burstIndex++) {
    burstTimes.push(
      await sendAllAtOnce(endpoint, Array.from({ length: burst.amount }, nextJourneyBody), burst.connections),
    )
    await sleep(burst.pauseMilliseconds)
  }
  return [50, 99, 100].map((percent) => ({
    name: `journey burst of ${burst.amount}, slowest of ${burst.times}, ${percent} % answered${suffix}`,
    ours: Math.max(...burstTimes.map((sorted) => readPercentile(sorted, percent))),
    ceiling: burst.target,
    unit: 'ms (less is better)',
  }))
}

const readPercentile = (sorted: readonly number[], percent: number) =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN

async function measureStorm({ ours, bareServer, clearQueue }: SendEndpoints, url: string): Promise<Benchmark[]> {
  await clearQueue()
  const countAllSends = () => withDatabaseClient(url, (client) => countSends(client, 'true'))
  const sendsBefore = await countAllSends()
  const bodies = buildRepeatedBodies(keys)
  const { statusCounts, rate } = await sendStorm(ours, bodies, clients)
  const expected = { queued: keys, duplicate: (clients - 1) * keys }
  if (statusCounts.queued !== expected.queued || statusCounts.duplicate !== expected.duplicate)
    throw new Error(`the burst of retries returned ${JSON.stringify(statusCounts)}`)
  await clearQueue()
  const name = `${clients} clients with the same ${keys} keys`
  const { rate: ceiling } = await sendStorm(bareServer, bodies, clients)
  return [
    { name: `${name}: sends`, ours: (await countAllSends()) - sendsBefore, ceiling: keys, unit: 'sends' },
    { name, ours: rate, ceiling, unit: 'calls/s' },
  ]
}

/**
 * Withdraws all sends that no worker has started to dispatch: they would slow down the next measurement, including the
 * ceiling.
 */
async function clearSendQueue(url: string): Promise<void> {
  await withDatabaseClient(url, async (client) => {
    await client.query(
      `update sends set state = 'cancelled', due_at = null where state = 'queued' and lease_token is null`,
    )
    for (let attempts = 0; (await countSends(client, `state = 'queued'`)) > 0; attempts++) {
      if (attempts === 300) throw new Error('the sends were not dispatched within 30 s')
      await sleep(100)
    }
    await client.query('analyze')
  })
}

const countSends = async (client: pg.Client, condition: string): Promise<number> =>
  (await client.query(`select count(*)::int as count from sends where ${condition}`)).rows[0].count

async function withDatabaseClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
