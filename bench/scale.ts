import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { bindSms } from './bind-sms.ts'
import { readDeliveryCounts } from './deliver-messages.ts'
import { type SendLoad, sendRate } from './gateway.ts'
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
  const serving = await startBenchParley(url, { ...settings, ROLES: 'api,gateway' })
  const start = (role: 'worker' | 'gateway') => startSecondProcess(url, { ...settings, ROLES: role })
  try {
    await withAll([await start('worker')], () =>
      bindSms(serving, serving.agent, { sendUrl: `${sink.origin}/send`, secret }),
    )
    const users = await createSmsUsers(url, 2_000, { provider: 'http-sms' })
    const sending = { url: `${serving.gateway}/v4/messages`, token: serving.accessToken, users }
    return [
      ...(await workers(sink, sending, () => start('worker'))),
      ...(await gateways(serving, sending, () => start('gateway'))),
    ]
  } finally {
    await serving.stop()
    await sink.stop()
  }
}

async function workers(sink: Server, sending: SendLoad, start: () => Promise<Server>): Promise<Benchmark[]> {
  const rates: number[] = []
  for (const count of [1, 2]) {
    const { seen } = await readDeliveryCounts(sink)
    await sendRate(sending, { connections, amount })
    const all = await Promise.all(Array.from({ length: count }, start))
    rates.push(await withAll(all, () => drainRate(sink, seen)))
  }
  return compared('messages dispatched by two workers, compared with twice what one does', rates)
}

/** Measures between a tenth and nine tenths of the backlog, so that startup and stragglers do not count. */
async function drainRate(sink: Server, before: number): Promise<number> {
  const reached = async (share: number): Promise<number> => {
    for (let tries = 0; tries < 2_400; tries++) {
      if ((await readDeliveryCounts(sink)).seen >= before + share * amount) return performance.now()
      await sleep(25)
    }
    throw new Error('the workers did not get that far within a minute')
  }
  const beganAt = await reached(0.1)
  const endedAt = await reached(0.9)
  await reached(1)
  return (0.8 * amount) / ((endedAt - beganAt) / 1000)
}

async function gateways(
  { gateway }: BenchParley,
  sending: SendLoad,
  start: () => Promise<Server>,
): Promise<Benchmark[]> {
  const others = [await start(), await start()]
  const doors = [gateway, ...others.map(({ origin }) => origin)].map((origin) => `${origin}/v4/messages`)
  return withAll(others, async () => {
    await Promise.all(doors.map((url) => sendRate({ ...sending, url }, { connections: 8, duration: 2 })))
    const rates: number[] = []
    for (const count of [1, 2, 3]) {
      const each = { connections: connections / count, duration: roundSeconds }
      const measured = await Promise.all(doors.slice(0, count).map((url) => sendRate({ ...sending, url }, each)))
      rates.push(measured.reduce((sum, rate) => sum + rate))
    }
    return compared('messages accepted by several gateways, compared with that many times what one accepts', rates)
  })
}

const compared = (name: string, [one = 0, ...more]: number[]): Benchmark[] =>
  more.map((ours, at) => ({ name: `${name}: ${at + 2}`, ours, ceiling: one * (at + 2), unit: 'messages/s' }))

async function withAll<T>(servers: readonly Server[], act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
