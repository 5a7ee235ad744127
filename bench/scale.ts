import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { bindSms } from './bind-sms.ts'
import { readDeliveryCounts } from './deliver-messages.ts'
import { measureSendRate, type SendLoad } from './gateway.ts'
import { type BenchParley, type Server, startBenchParley, startProgram, startSecondProcess } from './servers.ts'
import { createSmsUsers } from './sms-users.ts'

const amount = Number(process.env.BENCH_AMOUNT) || 8_000
const connections = 48
const roundSeconds = 5

/**
 * Several processes on one database, compared with that multiple of the rate of one process. All share this machine's
 * cores.
 */
export async function benchScale(url: string): Promise<Benchmark[]> {
  const settings = { SECRET_KEY: randomBytes(32).toString('hex'), MEANINGS: 'off' }
  const secret = 'a benchmark secret'
  const sink = await startProgram('sms-sink.ts', [secret])
  const parley = await startBenchParley(url, { ...settings, ROLES: 'api,gateway' })
  const start = (role: 'worker' | 'gateway') => startSecondProcess(url, { ...settings, ROLES: role })
  try {
    await withServers([await start('worker')], () =>
      bindSms(parley, parley.agent, { sendUrl: `${sink.origin}/send`, secret }),
    )
    const users = await createSmsUsers(url, 2_000, { provider: 'http-sms' })
    const sendLoad = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
    return [
      ...(await measureWorkers(sink, sendLoad, () => start('worker'))),
      ...(await measureGateways(parley, sendLoad, () => start('gateway'))),
    ]
  } finally {
    await parley.stop()
    await sink.stop()
  }
}

async function measureWorkers(sink: Server, sendLoad: SendLoad, start: () => Promise<Server>): Promise<Benchmark[]> {
  const rates: number[] = []
  for (const count of [1, 2]) {
    const { received } = await readDeliveryCounts(sink)
    await measureSendRate(sendLoad, { connections, amount })
    const startedWorkers = await Promise.all(Array.from({ length: count }, start))
    rates.push(await withServers(startedWorkers, () => measureDrain(sink, received)))
  }
  return buildComparison('messages dispatched by two workers, compared with twice what one does', rates)
}

/** Measures between a tenth and nine tenths of the backlog, so that startup and stragglers do not count. */
async function measureDrain(sink: Server, receivedBefore: number): Promise<number> {
  const waitForShare = async (share: number): Promise<number> => {
    for (let attempts = 0; attempts < 2_400; attempts++) {
      if ((await readDeliveryCounts(sink)).received >= receivedBefore + share * amount) return performance.now()
      await sleep(25)
    }
    throw new Error('the workers did not process enough rows within a minute')
  }
  const startedAt = await waitForShare(0.1)
  const endedAt = await waitForShare(0.9)
  await waitForShare(1)
  return (0.8 * amount) / ((endedAt - startedAt) / 1000)
}

async function measureGateways(
  { gateway }: BenchParley,
  sendLoad: SendLoad,
  start: () => Promise<Server>,
): Promise<Benchmark[]> {
  const addedGateways = [await start(), await start()]
  const urls = [gateway, ...addedGateways.map(({ origin }) => origin)].map((origin) => `${origin}/v4/messages`)
  return withServers(addedGateways, async () => {
    await Promise.all(urls.map((url) => measureSendRate({ ...sendLoad, url }, { connections: 8, duration: 2 })))
    const rates: number[] = []
    for (const count of [1, 2, 3]) {
      const pace = { connections: connections / count, duration: roundSeconds }
      const gatewayRates = await Promise.all(
        urls.slice(0, count).map((url) => measureSendRate({ ...sendLoad, url }, pace)),
      )
      rates.push(gatewayRates.reduce((sum, rate) => sum + rate))
    }
    return buildComparison(
      'messages accepted by several gateways, compared with that many times what one accepts',
      rates,
    )
  })
}

const buildComparison = (name: string, [singleRate = 0, ...multipleRates]: number[]): Benchmark[] =>
  multipleRates.map((ours, index) => ({
    name: `${name}: ${index + 2}`,
    ours,
    ceiling: singleRate * (index + 2),
    unit: 'messages/s',
  }))

async function withServers<T>(servers: readonly Server[], run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
