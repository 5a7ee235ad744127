import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { createWebhookAgent, postInboundMessage } from './inbound.ts'
import { startBenchParley, startSecondProcess } from './servers.ts'
import { type BenchWebhook, openWebhook } from './webhook.ts'

const peoplePerSecond = 100
const measuredSeconds = 5
const settlingSeconds = 20

/**
 * Inbound messages from new people to a process that has just become ready, compared with new people who write a while
 * later.
 */
export async function benchFirstSeconds(url: string): Promise<Benchmark[]> {
  const secret = { SECRET_KEY: randomBytes(32).toString('hex'), MEANINGS: 'off' }
  const webhook = await openWebhook(0)
  try {
    const parley = await startBenchParley(url, secret)
    const { pathname } = new URL(await createWebhookAgent(parley, webhook))
    await parley.stop()
    return [
      ...(await measure(url, { pathname, webhook, settings: secret, name: 'first seconds' })),
      ...(await measure(url, { pathname, webhook, settings: { ...secret, WARM_UP: 'off' }, name: 'without warm-up' })),
    ]
  } finally {
    webhook.close()
  }
}

type Measured = { pathname: string; webhook: BenchWebhook; settings: Record<string, string>; name: string }

async function measure(url: string, { pathname, webhook, settings, name }: Measured): Promise<Benchmark[]> {
  const fresh = await startSecondProcess(url, settings)
  try {
    const gateway = new URL(pathname, fresh.origin)
    gateway.port = String(Number(gateway.port) + 1)
    const first = await delays(gateway.href, webhook)
    await sleep(settlingSeconds * 1000)
    const later = await delays(gateway.href, webhook)
    return [0.5, 0.99, 1].map((part) => ({
      name: `${name}: ${peoplePerSecond} new people a second, call to webhook, ${labels[part]}`,
      ours: at(first, part),
      ceiling: at(later, part),
      unit: 'ms (less is better)',
    }))
  } finally {
    await fresh.stop()
  }
}

const labels: Record<number, string> = { 0.5: 'p50', 0.99: 'p99', 1: 'longest' }
const at = (sorted: number[], part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN

let people = 0

/** Milliseconds from the provider's call to the webhook, sorted ascending. Calls do not wait for the previous one. */
async function delays(callback: string, webhook: BenchWebhook): Promise<number[]> {
  const calls: Promise<{ text: string; calledAt: number }>[] = []
  const startedAt = performance.now()
  for (let nth = 0; nth < measuredSeconds * peoplePerSecond; nth++) {
    await sleep(Math.max(0, startedAt + (nth * 1000) / peoplePerSecond - performance.now()))
    const [text, calledAt] = [`New ${++people}`, performance.now()]
    calls.push(postInboundMessage(callback, people, text).then(() => ({ text, calledAt })))
  }
  const called = await Promise.all(calls)
  for (let looks = 0; !called.every(({ text }) => webhook.arrivals.has(text)); looks++) {
    if (looks === 300) throw new Error('events did not arrive within 30 s')
    await sleep(100)
  }
  return called
    .map(({ text, calledAt }) => (webhook.arrivals.get(text) ?? 0) - calledAt)
    .sort((one, other) => one - other)
}
