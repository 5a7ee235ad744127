import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { createWebhookAgent, postInboundMessage } from './inbound.ts'
import { startBenchParley, startSecondProcess } from './servers.ts'
import { type BenchWebhook, startBenchWebhook } from './webhook.ts'

const peoplePerSecond = 100
const measuredSeconds = 5
const warmUpSeconds = 20

/**
 * Inbound messages from new people to a process that has just become ready, compared with new people who write a while
 * later.
 */
export async function benchFirstSeconds(url: string): Promise<Benchmark[]> {
  const settings = { SECRET_KEY: randomBytes(32).toString('hex'), MEANINGS: 'off' }
  const webhook = await startBenchWebhook(0)
  try {
    const parley = await startBenchParley(url, settings)
    const { pathname } = new URL(await createWebhookAgent(parley, webhook))
    await parley.stop()
    return [
      ...(await measureProcess(url, { pathname, webhook, settings, name: 'first seconds' })),
      ...(await measureProcess(url, {
        pathname,
        webhook,
        settings: { ...settings, WARM_UP: 'off' },
        name: 'without warm-up',
      })),
    ]
  } finally {
    webhook.close()
  }
}

type MeasuredProcess = { pathname: string; webhook: BenchWebhook; settings: Record<string, string>; name: string }

async function measureProcess(
  url: string,
  { pathname, webhook, settings, name }: MeasuredProcess,
): Promise<Benchmark[]> {
  const newProcess = await startSecondProcess(url, settings)
  try {
    const gateway = new URL(pathname, newProcess.origin)
    gateway.port = String(Number(gateway.port) + 1)
    const firstDelays = await measureDelays(gateway.href, webhook)
    await sleep(warmUpSeconds * 1000)
    const laterDelays = await measureDelays(gateway.href, webhook)
    return [0.5, 0.99, 1].map((quantile) => ({
      name: `${name}: ${peoplePerSecond} new people a second, call to webhook, ${labels[quantile]}`,
      ours: readQuantile(firstDelays, quantile),
      ceiling: readQuantile(laterDelays, quantile),
      unit: 'ms (less is better)',
    }))
  } finally {
    await newProcess.stop()
  }
}

const labels: Record<number, string> = { 0.5: 'p50', 0.99: 'p99', 1: 'longest' }
const readQuantile = (sorted: number[], quantile: number): number =>
  sorted[Math.ceil(sorted.length * quantile) - 1] ?? Number.NaN

let peopleCount = 0

/** Milliseconds from the provider's call to the webhook, sorted ascending. Calls do not wait for the previous one. */
async function measureDelays(callback: string, webhook: BenchWebhook): Promise<number[]> {
  const calls: Promise<{ text: string; calledAt: number }>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < measuredSeconds * peoplePerSecond; index++) {
    await sleep(Math.max(0, startedAt + (index * 1000) / peoplePerSecond - performance.now()))
    const [text, calledAt] = [`New ${++peopleCount}`, performance.now()]
    calls.push(postInboundMessage(callback, peopleCount, text).then(() => ({ text, calledAt })))
  }
  const answeredCalls = await Promise.all(calls)
  for (let attempts = 0; !answeredCalls.every(({ text }) => webhook.arrivals.has(text)); attempts++) {
    if (attempts === 300) throw new Error('events did not arrive within 30 s')
    await sleep(100)
  }
  return answeredCalls
    .map(({ text, calledAt }) => (webhook.arrivals.get(text) ?? 0) - calledAt)
    .sort((first, second) => first - second)
}
