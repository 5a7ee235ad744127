import { createAgentFinder } from '../server/src/domains/agents/index.ts'
import { openServices } from '../server/src/testing/services.ts'
import type { Benchmark } from './benchmark.ts'
import { callManagementApi } from './bind-sms.ts'
import { type BenchParley, startBareServer, startBenchParley } from './servers.ts'

const webhook = '@svc/tool.http-webhook'
const calls = 600
const warmUpCalls = 200
const maxOverheadMilliseconds = 10
const given = { event: 'lead.created', payload: { name: 'Ada' } }
const bindingPath = ({ agent }: BenchParley) => `/agents/${agent}/tool-bindings/${encodeURIComponent(webhook)}`

/**
 * The time that Parley adds to a call of a tool, compared with a bare request to the same endpoint: in a conversation,
 * where the call is recorded before and after, and over the management API. Both alternate with the bare request, so
 * that other load on the machine affects all of them.
 */
export async function benchTools(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url)
  const endpoint = await startBareServer('{"id":51}')
  try {
    const headers = { authorization: `Bearer ${parley.key}`, 'content-type': 'application/json' }
    const binding = { method: 'PUT', headers, body: JSON.stringify({ config: { url: endpoint.origin } }) }
    const bound = await fetch(`${parley.origin}/v1/orgs/demo${bindingPath(parley)}`, binding)
    if (!bound.ok) throw new Error(`the binding answered ${bound.status}`)
    const callBare = async () =>
      (await fetch(endpoint.origin, { method: 'POST', headers, body: JSON.stringify(given) })).json()
    const tryTool = async () => {
      const trial = await callManagementApi(parley, `${bindingPath(parley)}/_try`, { with: given })
      if (!trial.ok) throw new Error(`the call failed: ${trial.error}`)
    }
    const conversation = await openConversation(url, parley)
    try {
      return [
        ...summarize('in a conversation', await measureBoth(conversation.callTool, callBare)),
        ...summarize('over the API', await measureBoth(tryTool, callBare)),
      ]
    } finally {
      await conversation.close()
    }
  } finally {
    await endpoint.stop()
    await parley.stop()
  }
}

/** Calls the tool as a turn does, each time for another event. */
async function openConversation(url: string, parley: BenchParley) {
  const { database, services } = openServices(url)
  const agent = await createAgentFinder(database.db)({ id: 'demo' }, parley.agent)
  if (!agent) throw new Error('the agent of the benchmark does not exist')
  const asid = 'usr_tools'
  await database.pool.query(
    `insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, created_at)
     values ($1, $2, 'sms', 'ses_tools', now(), now(), now())`,
    [agent.key, asid],
  )
  let events = 0
  return {
    async callTool() {
      const caller = { calledBy: 'flow', playbookId: 'general', userId: asid, eventId: `evt_${++events}` } as const
      const called = await services.tools.callForEvent(agent, { toolId: webhook, given, caller })
      if (!called.ok) throw new Error(`the call failed: ${called.error}`)
    },
    close: () => database.close(),
  }
}

type Durations = { ours: number[]; bare: number[] }

async function measureBoth(call: () => Promise<unknown>, callBare: () => Promise<unknown>): Promise<Durations> {
  for (let warmUp = 0; warmUp < warmUpCalls; warmUp++) await Promise.all([call(), callBare()])
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let count = 0; count < calls; count++) {
    ours.push(await measure(call))
    bare.push(await measure(callBare))
  }
  return { ours, bare }
}

/** The overhead of a call is its duration minus that of the bare request that followed it. */
function summarize(where: string, { ours, bare }: Durations): Benchmark[] {
  const unit = 'ms (less is better)'
  const overheads = ours.map((duration, call) => duration - (bare[call] ?? 0))
  return [50, 99].flatMap((percent) => [
    {
      name: `a tool call ${where}, p${percent}`,
      ours: pickPercentile(ours, percent),
      ceiling: pickPercentile(bare, percent),
      unit,
    },
    {
      name: `overhead of a tool call ${where}, p${percent}`,
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
