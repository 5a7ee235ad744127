import type { Benchmark } from './benchmark.ts'
import { compareWithBareServer } from './calls.ts'
import { startBenchParley } from './servers.ts'

/** Authenticated calls to Parley, compared with a bare server of the same framework that returns the same bytes. */
export async function benchHttp(): Promise<Benchmark[]> {
  const parley = await startBenchParley()
  const { origin } = parley
  try {
    const read = { method: 'GET', path: `/v1/orgs/demo/agents/${parley.agent}`, token: parley.key } as const
    const write = {
      method: 'POST',
      path: '/v1/orgs/demo/agents',
      token: parley.key,
      body: JSON.stringify({ name: 'Bench' }),
    } as const
    return [
      await compareWithBareServer('GET of an agent', { origin, call: read }),
      await compareWithBareServer('POST of an agent', { origin, call: write }),
    ]
  } finally {
    await parley.stop()
  }
}
