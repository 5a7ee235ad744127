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
const targets = { 50: 15, 99: 60 } as const

/**
 * The cost of a turn without the model: from the event to the reply accepted by the gateway, for agents with many
 * Facts. Keyword search only, because semantic search is also a model's work.
 */
export async function benchTurns(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url, { MEANINGS: 'off' })
  const sink = await startProgram('sms-sink.ts', [secret])
  try {
    const all: Asked[] = []
    for (let nth = 0; nth < agents; nth++) all.push(await agentWithFacts(parley, `${sink.origin}/send`))
    await talk(all, 8)
    await vacuumAndAnalyze(url)
    const since = new Date()
    await talk(all, 20)
    await sleep(1_000)
    const sorted = await overheads(url, since)
    return ([50, 99] as const).map((percent) => ({
      name: `turn without the model, ${facts} Facts, ${turnsPerSecond} turns/s, p${percent}`,
      ours: sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN,
      ceiling: targets[percent],
      unit: 'ms (less is better)',
    }))
  } finally {
    await sink.stop()
    await parley.stop()
  }
}

const secret = 'a benchmark secret'
type Asked = { callback: string; questions: string[] }
const words = createVocabulary()

async function agentWithFacts(parley: BenchParley, sendUrl: string): Promise<Asked> {
  const { id = '' } = await callManagementApi(parley, '/agents', { name: 'Harbour' })
  const list = Array.from({ length: facts }, (_, nth) => ({
    id: `fact-${nth}`,
    question: `What about ${words.several(4)}?`,
    answer: `${words.several(20)}.`,
  }))
  const headers = { authorization: `Bearer ${parley.key}`, 'content-type': 'application/json' }
  const path = `${parley.origin}/v1/orgs/demo/agents/${id}/knowledge/facts`
  const put = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ facts: list }) })
  if (!put.ok) throw new Error(`the Facts were answered ${put.status}`)
  const callback = await bindSms(parley, id, { sendUrl, secret })
  return { callback, questions: list.map(({ question }) => question) }
}

const dispatcher = new Agent({ connections: 32 })
let turnCount = 0

async function talk(all: readonly Asked[], seconds: number): Promise<void> {
  const calls: Promise<void>[] = []
  const startedAt = performance.now()
  for (let nth = 0; nth < seconds * turnsPerSecond; nth++) {
    await sleep(Math.max(0, startedAt + (nth * 1000) / turnsPerSecond - performance.now()))
    calls.push(tell(all[nth % all.length] as Asked, ++turnCount))
  }
  await Promise.all(calls)
}

async function tell({ callback, questions }: Asked, nth: number): Promise<void> {
  const text = questions[(nth * 7) % questions.length]
  const from = `+1202${5_550_000 + (nth % people)}`
  const body = JSON.stringify({ type: 'message', id: `m${nth}`, from, text })
  const answer = await request(callback, {
    method: 'POST',
    headers: signHttpSmsHeaders(body, secret),
    body,
    dispatcher,
  })
  await answer.body.dump()
  if (answer.statusCode !== 200) throw new Error(`a message was answered ${answer.statusCode}`)
}

/** Milliseconds from the event to the first reply, minus the model's time, sorted ascending. */
async function overheads(url: string, since: Date): Promise<number[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ milliseconds: number }>(
    `select extract(epoch from min(messages.accepted_at) - came.at) * 1000 - coalesce(max(took.model), 0) as milliseconds
       from conversation_events as came
       join messages on messages.agent_key = came.agent_key and messages.event_id = came.id
       left join lateral (
         select sum((call ->> 'milliseconds')::int) as model
           from turns, json_array_elements(turns.record -> 'modelCalls') as call
          where turns.agent_key = came.agent_key and turns.event_id = came.id) as took on true
      where came.at >= $1 and came.type = 'message'
      group by came.agent_key, came.id, came.at`,
    [since],
  )
  await client.end()
  return rows.map(({ milliseconds }) => Number(milliseconds)).sort((one, other) => one - other)
}
