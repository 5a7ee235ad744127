import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Benchmark } from './benchmark.ts'
import { bindSms, callJson, callManagementApi } from './bind-sms.ts'
import { signHttpSmsHeaders } from './http-sms-headers.ts'
import { vacuumAndAnalyze } from './scratch-database.ts'
import { type BenchParley, startBenchParley } from './servers.ts'
import { type BenchWebhook, startBenchWebhook } from './webhook.ts'

const eventsPerSecond = 100
const people = 500
const slowPeople = 20
const slowSeconds = 30
/** Long enough for one or two full garbage collections, each of which delays about twenty events. */
const measuredSeconds = 45
const targetMilliseconds = 50

/** Time from a provider's call to the agent's webhook, also while another agent's webhook is slow. */
export async function benchInbound(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url)
  const fastWebhook = await startBenchWebhook(0)
  const slowWebhook = await startBenchWebhook(slowSeconds * 1000)
  try {
    const callback = await createWebhookAgent(parley, fastWebhook)
    const slowCallback = await createWebhookAgent(parley, slowWebhook)
    // Warm-up: everyone writes once, because the first message of a newcomer also creates a person.
    await measureDelays(callback, fastWebhook, people / eventsPerSecond)
    await vacuumAndAnalyze(url)
    const normalDelays = await measureDelays(callback, fastWebhook, measuredSeconds)
    for (let person = 0; person < slowPeople; person++)
      await postInboundMessage(slowCallback, person, `Hello from ${person}`)
    await waitUntil(() => slowWebhook.calls() >= slowPeople)
    const delaysNextToSlowAgent = await measureDelays(callback, fastWebhook, measuredSeconds)
    return [
      ...buildRows(normalDelays, 'call to webhook'),
      ...buildRows(delaysNextToSlowAgent, `the same while another agent takes ${slowSeconds} s to answer`),
    ]
  } finally {
    fastWebhook.close()
    slowWebhook.close()
    await parley.stop()
  }
}

const secret = 'a benchmark secret'

/** Creates an agent and returns the callback URL for its provider's events. */
export async function createWebhookAgent(parley: BenchParley, webhook: BenchWebhook): Promise<string> {
  const { id = '' } = await callManagementApi(parley, '/agents', { name: 'Harbour' })
  const { accessToken = '' } = await callManagementApi(parley, `/agents/${id}/gateway/_rotateAccessToken`, {})
  await callJson(`${parley.gateway}/v4/webhook`, accessToken, { webhookUrl: webhook.url })
  return bindSms(parley, id, { sendUrl: `${webhook.url}/unused`, secret })
}

let messageCount = 0

/** Milliseconds in transit, sorted ascending. Calls do not wait for the previous one. */
async function measureDelays(callback: string, webhook: BenchWebhook, seconds: number): Promise<number[]> {
  const calls: Promise<[text: string, calledAt: number]>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < seconds * eventsPerSecond; index++) {
    await sleep(Math.max(0, startedAt + (index * 1000) / eventsPerSecond - performance.now()))
    const text = `Message ${++messageCount}`
    const calledAt = performance.now()
    calls.push(postInboundMessage(callback, messageCount % people, text).then(() => [text, calledAt]))
  }
  const answeredCalls = await Promise.all(calls)
  await waitUntil(() => answeredCalls.every(([text]) => webhook.arrivals.has(text)))
  return answeredCalls
    .map(([text, calledAt]) => (webhook.arrivals.get(text) ?? 0) - calledAt)
    .sort((first, second) => first - second)
}

const dispatcher = new Agent({ connections: 32 })

export async function postInboundMessage(callback: string, person: number, text: string): Promise<void> {
  const body = JSON.stringify({ type: 'message', id: text, from: `+1202${5_550_000 + person}`, text })
  const response = await request(callback, {
    method: 'POST',
    headers: signHttpSmsHeaders(body, secret),
    body,
    dispatcher,
  })
  await response.body.dump()
  if (response.statusCode !== 200) throw new Error(`a message returned ${response.statusCode}`)
}

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let attempts = 0; !condition(); attempts++) {
    if (attempts === 300) throw new Error('events did not arrive within 30 s')
    await sleep(100)
  }
}

function buildRows(sorted: number[], name: string): Benchmark[] {
  const buildRow = (percent: number) => ({
    name: `${name}, ${eventsPerSecond} events/s, p${percent}`,
    ours: sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN,
    ceiling: targetMilliseconds,
    unit: 'ms (less is better)',
  })
  return [buildRow(50), buildRow(99)]
}
