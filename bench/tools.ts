import type { Benchmark } from './benchmark.ts'
import { callManagementApi } from './bind-sms.ts'
import { startBareServer, startBenchParley } from './servers.ts'

const toolId = encodeURIComponent('@svc/tool.http-webhook')
const calls = 600
const maxOverheadMilliseconds = 10

/**
 * The time that Parley adds to a call of a tool: a trial over the management API, compared with a bare request to the
 * same endpoint. Both alternate, so that other load on the machine affects both.
 */
export async function benchTools(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url)
  const endpoint = await startBareServer('{"id":51}')
  try {
    const path = `/agents/${parley.agent}/tool-bindings/${toolId}`
    const headers = { authorization: `Bearer ${parley.key}`, 'content-type': 'application/json' }
    const binding = { method: 'PUT', headers, body: JSON.stringify({ config: { url: endpoint.origin } }) }
    const bound = await fetch(`${parley.origin}/v1/orgs/demo${path}`, binding)
    if (!bound.ok) throw new Error(`the binding answered ${bound.status}`)
    const given = { event: 'lead.created', payload: { name: 'Ada' } }
    const tryTool = async () => {
      const trial = await callManagementApi(parley, `${path}/_try`, { with: given })
      if (!trial.ok) throw new Error(`the call failed: ${trial.error}`)
    }
    const callBare = async () =>
      (await fetch(endpoint.origin, { method: 'POST', headers, body: JSON.stringify(given) })).json()
    for (let warmUp = 0; warmUp < 200; warmUp++) await Promise.all([tryTool(), callBare()])
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let call = 0; call < calls; call++) {
      ours.push(await measure(tryTool))
      bare.push(await measure(callBare))
    }
    return summarize(ours, bare)
  } finally {
    await endpoint.stop()
    await parley.stop()
  }
}

/** The overhead of a call is its duration minus that of the bare request that followed it. */
function summarize(ours: readonly number[], bare: readonly number[]): Benchmark[] {
  const unit = 'ms (less is better)'
  const overheads = ours.map((duration, call) => duration - (bare[call] ?? 0))
  return [50, 99].flatMap((percent) => [
    {
      name: `a tool call, p${percent}`,
      ours: pickPercentile(ours, percent),
      ceiling: pickPercentile(bare, percent),
      unit,
    },
    {
      name: `overhead of a tool call, p${percent}`,
      ours: pickPercentile(overheads, percent),
      ceiling: maxOverheadMilliseconds,
      unit,
    },
  ])
}

async function measure(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

function pickPercentile(durations: readonly number[], percent: number): number {
  const sorted = durations.toSorted((one, other) => one - other)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}
