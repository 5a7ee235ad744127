import autocannon from 'autocannon'
import { type Benchmark, medianByRatio } from './benchmark.ts'
import { startBareServer } from './servers.ts'

const connections = 64

export type BenchCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  token: string
  body?: string
}

/** Durations of the measurement. The number of rounds is odd, so that there is a median round. */
type Pace = { warmUpSeconds: number; rounds: number; roundSeconds: number }
const defaultPace: Pace = { warmUpSeconds: 4, rounds: 7, roundSeconds: 2 }

type Comparison = { origin: string; call: BenchCall; pace?: Pace }

/**
 * Alternates short rounds, so that other load on the machine affects both sides, and reports the round with the median
 * ratio.
 */
export async function compareWithBareServer(
  name: string,
  { origin, call, pace = defaultPace }: Comparison,
): Promise<Benchmark> {
  const { warmUpSeconds, rounds, roundSeconds } = pace
  const sample = await (await callOnce(origin, call)).text()
  const bareServer = await startBareServer(sample)
  try {
    await measureRate(origin, call, warmUpSeconds)
    await measureRate(bareServer.origin, call, 1)
    const results: Benchmark[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await measureRate(origin, call, roundSeconds)
      const ceiling = await measureRate(bareServer.origin, call, roundSeconds)
      results.push({ name, ours, ceiling, unit: 'calls/s' })
    }
    return medianByRatio(results)
  } finally {
    await bareServer.stop()
  }
}

let createdAgents = 0

async function measureRate(origin: string, call: BenchCall, duration: number): Promise<number> {
  const result = await autocannon({
    url: origin + call.path,
    method: call.method,
    headers: buildHeaders(call),
    // Each POST creates its own agent.
    requests: call.body
      ? [{ setupRequest: (request) => ({ ...request, body: JSON.stringify({ name: `Bench ${++createdAgents}` }) }) }]
      : undefined,
    connections,
    duration,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${call.method} ${call.path}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

export function callOnce(origin: string, { method, path, ...options }: BenchCall): Promise<Response> {
  return fetch(origin + path, { method, headers: buildHeaders({ method, path, ...options }), body: options.body })
}

function buildHeaders({ token, body }: BenchCall): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
}
