import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Benchmark } from './benchmark.ts'
import { bindSms, callJson, callManagementApi } from './bind-sms.ts'
import { signHttpSmsHeaders } from './http-sms-headers.ts'
import { startBenchParley, startProgram } from './servers.ts'

const sessions = 100
const targetSeconds = 60
const secret = 'a benchmark secret'
const questions = ['When are you open?', 'Is there parking?', 'Can I pay by card?']
const facts = questions.map((question, at) => ({ id: `fact-${at}`, question, answer: `The answer to question ${at}.` }))

type Replay = { id: string; status: string; conversations: number; turns: number; same: number }

/** Time to say 100 real sessions again with the embedded model, as a ratio of its target. */
export async function benchReplay(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url, { MEANINGS: 'off' })
  const sink = await startProgram('sms-sink.ts', [secret])
  try {
    const { id = '' } = await callManagementApi(parley, '/agents', { name: 'Harbor' })
    const document = { exportVersion: 1, capabilities: { knowledge: { facts } } }
    await callManagementApi(parley, `/agents/${id}/import`, document)
    const callback = await bindSms(parley, id, { sendUrl: `${sink.origin}/send`, secret })
    for (const [at, question] of questions.entries()) await sayToAll(callback, `${question}`, at)
    const path = `${parley.origin}/v1/orgs/demo/agents/${id}/replays`
    const seconds = await replayAll(path, parley.key)
    const name = `replay of ${sessions} sessions of ${questions.length} turns with the embedded model`
    return [{ name, ours: seconds, ceiling: targetSeconds, unit: 's (less is better)' }]
  } finally {
    await sink.stop()
    await parley.stop()
  }
}

async function sayToAll(callback: string, text: string, turn: number): Promise<void> {
  for (let person = 0; person < sessions; person++) {
    const from = `+1202${5_550_000 + person}`
    const body = JSON.stringify({ type: 'message', id: `m${turn}-${person}`, from, text })
    const response = await request(callback, { method: 'POST', headers: signHttpSmsHeaders(body, secret), body })
    await response.body.dump()
    if (response.statusCode !== 200) throw new Error(`a message returned ${response.statusCode}`)
  }
}

/** Returns the seconds of a replay that covers every answer, after the last one has been given. */
async function replayAll(path: string, key: string): Promise<number> {
  for (let attempts = 0; attempts < 60; attempts++) {
    const startedAt = performance.now()
    const span = { start: new Date(Date.now() - 3_600_000).toISOString(), end: new Date().toISOString() }
    const { id } = (await callJson(path, key, { ...span, limit: sessions })) as unknown as Replay
    const replay = await waitUntilCompleted(`${path}/${id}`, key)
    const seconds = (performance.now() - startedAt) / 1000
    if (replay.turns === sessions * questions.length && replay.same === sessions) return seconds
    await sleep(1_000)
  }
  throw new Error('not every turn was answered within a minute')
}

async function waitUntilCompleted(path: string, key: string): Promise<Replay> {
  for (;;) {
    const replay = (await callJson(path, key)) as unknown as Replay
    if (replay.status === 'completed') return replay
    if (replay.status !== 'running') throw new Error(`the replay is ${replay.status}`)
    await sleep(100)
  }
}
