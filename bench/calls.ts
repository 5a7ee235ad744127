import autocannon from 'autocannon'
import type { Benchmark } from './benchmark.ts'
import { startBare } from './servers.ts'

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

type Comparison = { origin: string; asked: BenchCall; pace?: Pace }

/**
 * Alternates short rounds, so that other load on the machine affects both sides, and reports the round with the median
 * ratio.
 */
export async function compare(name: string, { origin, asked, pace = defaultPace }: Comparison): Promise<Benchmark> {
  const { warmUpSeconds, rounds, roundSeconds } = pace
  const sample = await (await callRepeatedly(origin, asked)).text()
  const bare = await startBare(sample)
  try {
    await rate(origin, asked, warmUpSeconds)
    await rate(bare.origin, asked, 1)
    const measured: Benchmark[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await rate(origin, asked, roundSeconds)
      const ceiling = await rate(bare.origin, asked, roundSeconds)
      measured.push({ name, ours, ceiling, unit: 'calls/s' })
    }
    measured.sort((one, other) => one.ours / one.ceiling - other.ours / other.ceiling)
    return measured[(rounds - 1) / 2] as Benchmark
  } finally {
    await bare.stop()
  }
}

let made = 0

async function rate(origin: string, asked: BenchCall, duration: number): Promise<number> {
  const result = await autocannon({
    url: origin + asked.path,
    method: asked.method,
    headers: headersOf(asked),
    // Each POST creates its own agent.
    requests: asked.body
      ? [{ setupRequest: (request) => ({ ...request, body: JSON.stringify({ name: `Bench ${++made}` }) }) }]
      : undefined,
    connections,
    duration,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${asked.method} ${asked.path}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

export function callRepeatedly(origin: string, { method, path, ...asked }: BenchCall): Promise<Response> {
  return fetch(origin + path, { method, headers: headersOf({ method, path, ...asked }), body: asked.body })
}

function headersOf({ token, body }: BenchCall): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
}
