import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Agent, request } from 'undici'
import type { Benchmark } from './benchmark.ts'
import { bindSms, callManagementApi } from './bind-sms.ts'
import { signHttpSmsHeaders } from './http-sms-headers.ts'
import { vacuumAndAnalyze } from './scratch-database.ts'
import { type BenchParley, startBenchParley, startProgram } from './servers.ts'
import { createVocabulary } from './vocabulary.ts'

const turnsPerSecond = 50
const people = 300
const facts = 1_000
const agents = 4
const targets = { 50: 6, 99: 60 } as const

/**
 * The cost of a turn without the model: from the event to the reply accepted by the gateway, for agents with many
 * Facts. Keyword search only, because semantic search is also a model's work.
 */
export async function benchTurns(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url, { MEANINGS: 'off' })
  const sink = await startProgram('sms-sink.ts', [secret])
  try {
    const agentsWithFacts: AgentWithFacts[] = []
    for (let index = 0; index < agents; index++)
      agentsWithFacts.push(await createAgentWithFacts(parley, `${sink.origin}/send`))
    await sendTurns(agentsWithFacts, 8)
    await vacuumAndAnalyze(url)
    const since = new Date()
    await sendTurns(agentsWithFacts, 20)
    await sleep(1_000)
    const sorted = await readOverheads(url, since)
    return ([50, 99] as const).map((percent) => ({
      name: `turn without the model, ${facts} Facts, ${turnsPerSecond} turns/s, p${percent}`,
      ours: sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN,
      ceiling: targets[percent],
      unit: 'ms (less is better)',
      target: { atMost: 1 },
    }))
  } finally {
    await sink.stop()
    await parley.stop()
  }
}

const secret = 'a benchmark secret'
export type AgentWithFacts = { callback: string; questions: string[] }
const words = createVocabulary()

export async function createAgentWithFacts(parley: BenchParley, sendUrl: string): Promise<AgentWithFacts> {
  const { id = '' } = await callManagementApi(parley, '/agents', { name: 'Harbour' })
  const factList = Array.from({ length: facts }, (_, index) => ({
    id: `fact-${index}`,
    question: `What about ${words.pickWords(4)}?`,
    answer: `${words.pickWords(20)}.`,
  }))
  const headers = { authorization: `Bearer ${parley.key}`, 'content-type': 'application/json' }
  const path = `${parley.origin}/v1/orgs/demo/agents/${id}/knowledge/facts`
  const response = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ facts: factList }) })
  if (!response.ok) throw new Error(`the PUT of the Facts returned ${response.status}`)
  const callback = await bindSms(parley, id, { sendUrl, secret })
  return { callback, questions: factList.map(({ question }) => question) }
}

const maxAttempts = 20
const retryMilliseconds = 250
const dispatcher = new Agent({ connections: 32 })
let turnCount = 0

export async function sendTurns(agentsWithFacts: readonly AgentWithFacts[], seconds: number): Promise<void> {
  const calls: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < seconds * turnsPerSecond; index++) {
    await sleep(Math.max(0, startedAt + (index * 1000) / turnsPerSecond - performance.now()))
    calls.push(sendTurn(agentsWithFacts[index % agentsWithFacts.length] as AgentWithFacts, ++turnCount))
  }
  await Promise.all(calls)
}

async function sendTurn({ callback, questions }: AgentWithFacts, index: number): Promise<void> {
  const text = questions[(index * 7) % questions.length]
  const from = `+1202${5_550_000 + (index % people)}`
  const body = JSON.stringify({ type: 'message', id: `m${index}`, from, text })
  // A provider repeats a call that a busy process could not accept.
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const headers = signHttpSmsHeaders(body, secret)
    const response = await request(callback, { method: 'POST', headers, body, dispatcher })
    await response.body.dump()
    if (response.statusCode === 200) return
    if (response.statusCode !== 503) throw new Error(`a message returned ${response.statusCode}`)
    await sleep(retryMilliseconds)
  }
  throw new Error(`a message was refused ${maxAttempts} times`)
}

/** Milliseconds from the event to the first reply, minus the model's time, sorted ascending. */
async function readOverheads(url: string, since: Date): Promise<number[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ milliseconds: number }>(
    `select extract(epoch from min(messages.accepted_at) - event.at) * 1000 - coalesce(max(calls.model), 0) as milliseconds
       from conversation_events as event
       join messages on messages.agent_key = event.agent_key and messages.event_id = event.id
       left join lateral (
         select sum((call ->> 'milliseconds')::int) as model
           from turns, json_array_elements(turns.record -> 'modelCalls') as call
          where turns.agent_key = event.agent_key and turns.event_id = event.id) as calls on true
      where event.at >= $1 and event.type = 'message'
      group by event.agent_key, event.id, event.at`,
    [since],
  )
  await client.end()
  return rows.map(({ milliseconds }) => Number(milliseconds)).sort((first, second) => first - second)
}
