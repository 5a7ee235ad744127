import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Benchmark } from './benchmark.ts'
import { bindSms, callJson, callManagementApi } from './bind-sms.ts'
import { signHttpSmsHeaders } from './http-sms-headers.ts'
import { vacuumAndAnalyze } from './scratch-database.ts'
import { type BenchParley, startBenchParley } from './servers.ts'
import { type BenchWebhook, openWebhook } from './webhook.ts'

const eventsPerSecond = 100
const people = 500
const slowPeople = 20
const slowSeconds = 30
/** Long enough for one or two full garbage collections, each of which delays some twenty events. */
const measuredSeconds = 45
const askedMilliseconds = 50

/** Time from a provider's call to the agent's webhook, also while another agent's webhook is slow. */
export async function benchInbound(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url)
  const quick = await openWebhook(0)
  const slow = await openWebhook(slowSeconds * 1000)
  try {
    const callback = await createWebhookAgent(parley, quick)
    const slowCallback = await createWebhookAgent(parley, slow)
    // Warm-up: everyone writes once, because the first message of a newcomer also creates a person.
    await delays(callback, quick, people / eventsPerSecond)
    await vacuumAndAnalyze(url)
    const usual = await delays(callback, quick, measuredSeconds)
    for (let person = 0; person < slowPeople; person++)
      await postInboundMessage(slowCallback, person, `Hello from ${person}`)
    await until(() => slow.calls() >= slowPeople)
    const besideSlow = await delays(callback, quick, measuredSeconds)
    return [
      ...rows(usual, 'call to webhook'),
      ...rows(besideSlow, `the same while another agent takes ${slowSeconds} s to answer`),
    ]
  } finally {
    quick.close()
    slow.close()
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

let waitForWebhook = 0

/** Milliseconds in transit, sorted ascending. Calls do not wait for the previous one. */
async function delays(callback: string, webhook: BenchWebhook, seconds: number): Promise<number[]> {
  const calls: Promise<[text: string, calledAt: number]>[] = []
  const startedAt = performance.now()
  for (let nth = 0; nth < seconds * eventsPerSecond; nth++) {
    await sleep(Math.max(0, startedAt + (nth * 1000) / eventsPerSecond - performance.now()))
    const text = `Message ${++waitForWebhook}`
    const calledAt = performance.now()
    calls.push(postInboundMessage(callback, waitForWebhook % people, text).then(() => [text, calledAt]))
  }
  const called = await Promise.all(calls)
  await until(() => called.every(([text]) => webhook.arrivals.has(text)))
  return called.map(([text, at]) => (webhook.arrivals.get(text) ?? 0) - at).sort((one, other) => one - other)
}

const dispatcher = new Agent({ connections: 32 })

export async function postInboundMessage(callback: string, person: number, text: string): Promise<void> {
  const body = JSON.stringify({ type: 'message', id: text, from: `+1202${5_550_000 + person}`, text })
  const answer = await request(callback, {
    method: 'POST',
    headers: signHttpSmsHeaders(body, secret),
    body,
    dispatcher,
  })
  await answer.body.dump()
  if (answer.statusCode !== 200) throw new Error(`a message was answered ${answer.statusCode}`)
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries === 300) throw new Error('events did not arrive within 30 s')
    await sleep(100)
  }
}

function rows(sorted: number[], name: string): Benchmark[] {
  const row = (percent: number) => ({
    name: `${name}, ${eventsPerSecond} events/s, p${percent}`,
    ours: sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN,
    ceiling: askedMilliseconds,
    unit: 'ms (less is better)',
  })
  return [row(50), row(99)]
}
