import autocannon from 'autocannon'
import { type Benchmark, medianByRatio } from './benchmark.ts'
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
  const bareServer = await startProgram('bare-insert-server.ts', [url])
  try {
    const users = await createSmsUsers(url, 2_000)
    const ourLoad = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
    const bareLoad = { ...ourLoad, url: `${bareServer.origin}/v4/messages` }
    const results: Benchmark[] = []
    for (const connections of [4, 64]) results.push(await measureInTurns(connections, ourLoad, bareLoad))
    return results
  } finally {
    await bareServer.stop()
    await parley.stop()
  }
}

export type SendLoad = { url: string; token: string; users: readonly string[] }

/**
 * Alternates short rounds, so that other load on the machine affects both sides, and reports the round with the median
 * ratio.
 */
async function measureInTurns(connections: number, ourLoad: SendLoad, bareLoad: SendLoad): Promise<Benchmark> {
  await measureSendRate(ourLoad, { connections, duration: 3 })
  await measureSendRate(bareLoad, { connections, duration: 1 })
  const name = `accept a text, ${connections} connections`
  const results: Benchmark[] = []
  for (let round = 0; round < rounds; round++) {
    const ourRate = await measureSendRate(ourLoad, { connections, duration: roundSeconds })
    const bareRate = await measureSendRate(bareLoad, { connections, duration: roundSeconds })
    const target = connections === 4 ? { target: { atLeast: 0.8 } } : {}
    results.push({ name, ours: ourRate, ceiling: bareRate, unit: 'calls/s', ...target })
  }
  return medianByRatio(results)
}

type Pace = { connections: number; duration?: number; amount?: number }

/** Calls per second; each call addresses the next person. */
export async function measureSendRate({ url, token, users }: SendLoad, pace: Pace): Promise<number> {
  let sent = 0
  const nextBody = () => {
    const userId = users[sent++ % users.length]
    return JSON.stringify({ userId, messages: [{ spec: 'amf/1', parts: [{ type: 'text', text: `Message ${sent}` }] }] })
  }
  return measureCallRate({
    url,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
    ...pace,
  })
}

/** Calls per second; throws if any call is refused. */
export async function measureCallRate(options: autocannon.Options): Promise<number> {
  // autocannon notices only at the end of a sample that everything is sent.
  const sampleInt = options.amount ? 20 : 1000
  const result = await autocannon({ ...options, sampleInt })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average * (1000 / sampleInt)
}
