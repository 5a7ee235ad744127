import { setTimeout as sleep } from 'node:timers/promises'
import { bindSms } from './bind-sms.ts'
import { measureSendRate } from './gateway.ts'
import { type Server, startBenchParley, startProgram } from './servers.ts'
import { createSmsUsers } from './sms-users.ts'

export const connections = 16
const secret = 'a benchmark secret'
const userCount = 2_000

/** Messages per second, measured when all messages had reached each stage, and receipts that never arrived. */
export type DeliveryRates = { accepted: number; delivered: number; reported: number; lostReceipts: number }
export type DeliverMessages = (amount: number) => Promise<DeliveryRates>
/** A program between the callers and a provider, and its processes. */
export type MessageCarrier = { deliver: DeliverMessages; pids: readonly number[] }
/** How a provider reports: receipts in a call, and milliseconds between a message and its receipt. */
export type Reporting = { size: number; delay: number }
export type ParleyCarrier = MessageCarrier & { setReporting(reporting: Reporting): Promise<void> }

export const batchedReporting: Reporting = { size: 50, delay: 0 }
/** As Kannel needs it: it drops a receipt that arrives before it has recorded its own dispatch. */
export const singleReporting: Reporting = { size: 1, delay: 200 }

/** Runs one Parley process with a provider that reports everything as delivered. */
export async function withParleyCarrier<T>(url: string, run: (parley: ParleyCarrier) => Promise<T>): Promise<T> {
  const sink = await startProgram('sms-sink.ts', [secret])
  const parley = await startBenchParley(url)
  try {
    const callback = await bindSms(parley, parley.agent, { sendUrl: `${sink.origin}/send`, secret })
    await setCallback(sink, callback, batchedReporting)
    const users = await createSmsUsers(url, userCount, { provider: 'http-sms' })
    const load = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
    const send = (amount: number) => measureSendRate(load, { connections, amount })
    return await run({
      deliver: (amount) => deliverMessages(sink, amount, { send, reports: true }),
      pids: [parley.pid],
      setReporting: (reporting) => setCallback(sink, callback, reporting),
    })
  } finally {
    await parley.stop()
    await sink.stop()
  }
}

/** Runs the least that carries messages durably, with the same callers and the same provider. */
export async function withDurableMinimum<T>(url: string, run: (minimum: MessageCarrier) => Promise<T>): Promise<T> {
  const sink = await startProgram('sms-sink.ts', [secret])
  const server = await startProgram('durable-minimum-server.ts', [url, `${sink.origin}/send`, secret])
  try {
    await setCallback(sink, `${server.origin}/receipts`, batchedReporting)
    const users = Array.from({ length: userCount }, (_, index) => `+1202${1_000_000 + index}`)
    const load = { url: `${server.origin}/v4/messages`, token: 'none', users }
    const send = (amount: number) => measureSendRate(load, { connections, amount })
    return await run({
      deliver: (amount) => deliverMessages(sink, amount, { send, reports: true }),
      pids: [server.pid],
    })
  } finally {
    await server.stop()
    await sink.stop()
  }
}

export async function setCallback(
  sink: Server,
  url: string,
  { size, delay, form = 'http-sms' }: Reporting & { form?: 'http-sms' | 'kannel' },
): Promise<void> {
  const query = new URLSearchParams({ url, size: String(size), delay: String(delay), form })
  await fetch(`${sink.origin}/callback?${query}`)
}

type DeliveryPath = { send(amount: number): Promise<unknown>; reports?: boolean; mayLoseReceipts?: boolean }

/** Sends the messages and waits until the provider has received and reported all of them. */
export async function deliverMessages(
  sink: Server,
  amount: number,
  { send, reports = false, mayLoseReceipts = false }: DeliveryPath,
): Promise<DeliveryRates> {
  const before = await readDeliveryCounts(sink)
  const startedAt = performance.now()
  const rateAt = (at: number, count = amount) => count / ((at - startedAt) / 1000)
  await send(amount)
  const accepted = rateAt(performance.now())
  const received = await waitForCount(sink, 'received', before.received + amount)
  const delivered = rateAt(received.at)
  if (!reports) return { accepted, delivered, reported: delivered, lostReceipts: 0 }
  const reported = await waitForCount(sink, 'reported', before.reported + amount, mayLoseReceipts)
  const lostReceipts = reported.missing
  return { accepted, delivered, reported: rateAt(reported.at, amount - lostReceipts), lostReceipts }
}

type Counts = { received: number; duplicates: number; reported: number }

const pollMilliseconds = 50
const patienceMilliseconds = 30_000
/** A receipt that is not lost arrives within a second. */
const lossMilliseconds = 5_000

/** Gives up after 30 seconds without progress; where some may be lost, returns after five how many are missing. */
async function waitForCount(
  sink: Server,
  counter: 'received' | 'reported',
  expected: number,
  mayLose = false,
): Promise<{ at: number; missing: number }> {
  let last = { count: -1, at: performance.now() }
  while (performance.now() - last.at < (mayLose ? lossMilliseconds : patienceMilliseconds)) {
    const counts = await readDeliveryCounts(sink)
    if (counts.duplicates > 0) throw new Error(`${counts.duplicates} arrived twice`)
    if (counts[counter] > last.count) last = { count: counts[counter], at: performance.now() }
    if (last.count >= expected) return { at: last.at, missing: 0 }
    await sleep(pollMilliseconds)
  }
  const missing = expected - last.count
  if (!mayLose) throw new Error(`${missing} messages were never ${counter}`)
  return { at: last.at, missing }
}

export async function readDeliveryCounts(sink: Server): Promise<Counts> {
  return (await fetch(`${sink.origin}/count`)).json() as Promise<Counts>
}
