import autocannon from 'autocannon'
import type { Benchmark } from './benchmark.ts'
import { startBenchParley, startProgram } from './servers.ts'
import { createSmsUsers } from './sms-users.ts'

const rounds = 5
const roundSeconds = 3

/**
 * Accepting one text message per call, compared with the same framework doing one bare INSERT per call on the same
 * PostgreSQL.
 */
export async function benchAccept(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url, { ROLES: 'api,gateway' })
  const bare = await startProgram('bare-insert-server.ts', [url])
  try {
    const users = await createSmsUsers(url, 2_000)
    const ours = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
    const ceiling = { ...ours, url: `${bare.origin}/v4/messages` }
    const measured: Benchmark[] = []
    for (const connections of [4, 64]) measured.push(await inTurns(connections, ours, ceiling))
    return measured
  } finally {
    await bare.stop()
    await parley.stop()
  }
}

export type SendLoad = { url: string; token: string; users: readonly string[] }

/**
 * Alternates short rounds, so that other load on the machine affects both sides, and reports the round with the median
 * ratio.
 */
async function inTurns(connections: number, ours: SendLoad, ceiling: SendLoad): Promise<Benchmark> {
  await sendRate(ours, { connections, duration: 3 })
  await sendRate(ceiling, { connections, duration: 1 })
  const name = `accept a text, ${connections} connections`
  const measured: Benchmark[] = []
  for (let round = 0; round < rounds; round++) {
    const rate = await sendRate(ours, { connections, duration: roundSeconds })
    const beside = await sendRate(ceiling, { connections, duration: roundSeconds })
    measured.push({ name, ours: rate, ceiling: beside, unit: 'calls/s' })
  }
  measured.sort((one, other) => one.ours / one.ceiling - other.ours / other.ceiling)
  return measured[(rounds - 1) / 2] as Benchmark
}

type Pace = { connections: number; duration?: number; amount?: number }

/** Calls per second; each call addresses the next person. */
export async function sendRate({ url, token, users }: SendLoad, pace: Pace): Promise<number> {
  let sent = 0
  const bodyOf = () => {
    const userId = users[sent++ % users.length]
    return JSON.stringify({ userId, messages: [{ spec: 'amf/1', parts: [{ type: 'text', text: `Message ${sent}` }] }] })
  }
  return callRate({
    url,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: bodyOf() }) }],
    ...pace,
  })
}

/** Calls per second; throws if any call is refused. */
export async function callRate(options: autocannon.Options): Promise<number> {
  // autocannon notices only at the end of a sample that everything is sent.
  const sampleInt = options.amount ? 20 : 1000
  const result = await autocannon({ ...options, sampleInt })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average * (1000 / sampleInt)
}
