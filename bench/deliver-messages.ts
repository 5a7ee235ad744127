import { setTimeout as sleep } from 'node:timers/promises'
import { bindSms } from './bind-sms.ts'
import { measureSendRate } from './gateway.ts'
import { type Server, startBenchParley, startProgram } from './servers.ts'
import { createSmsUsers } from './sms-users.ts'

export const connections = 16

/** Messages per second, measured when all messages had reached each stage. */
export type DeliveryRates = { accepted: number; delivered: number; reported: number }
export type DeliverMessages = (amount: number) => Promise<DeliveryRates>

/** Runs one Parley process with a provider that reports everything as delivered. */
export async function withParleyAndSink<T>(
  url: string,
  run: (deliver: DeliverMessages, pid: number) => Promise<T>,
): Promise<T> {
  const secret = 'a benchmark secret'
  const sink = await startProgram('sms-sink.ts', [secret])
  const parley = await startBenchParley(url)
  try {
    const callback = await bindSms(parley, parley.agent, { sendUrl: `${sink.origin}/send`, secret })
    await fetch(`${sink.origin}/callback?url=${encodeURIComponent(callback)}`)
    const users = await createSmsUsers(url, 2_000, { provider: 'http-sms' })
    const sendLoad = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
    const send = (amount: number) => measureSendRate(sendLoad, { connections, amount })
    return await run((amount) => deliverMessages(sink, amount, { send, reports: true }), parley.pid)
  } finally {
    await parley.stop()
    await sink.stop()
  }
}

type DeliveryPath = { send(amount: number): Promise<unknown>; reports?: boolean }

/** Sends the messages and waits until the provider has received and reported all of them. */
export async function deliverMessages(
  sink: Server,
  amount: number,
  { send, reports = false }: DeliveryPath,
): Promise<DeliveryRates> {
  const before = await readDeliveryCounts(sink)
  const startedAt = performance.now()
  const rate = () => amount / ((performance.now() - startedAt) / 1000)
  await send(amount)
  const accepted = rate()
  await waitForCount(sink, 'received', before.received + amount)
  const delivered = rate()
  if (reports) await waitForCount(sink, 'reported', before.reported + amount)
  return { accepted, delivered, reported: rate() }
}

type Counts = { received: number; duplicates: number; reported: number }

/** Gives up after 30 seconds without progress. */
async function waitForCount(sink: Server, counter: 'received' | 'reported', expected: number): Promise<void> {
  let lastCount = 0
  for (let attemptsLeft = 600; attemptsLeft > 0; attemptsLeft--) {
    const counts = await readDeliveryCounts(sink)
    if (counts.duplicates > 0) throw new Error(`${counts.duplicates} arrived twice`)
    if (counts[counter] >= expected) return
    if (counts[counter] > lastCount) attemptsLeft = 600
    lastCount = counts[counter]
    await sleep(50)
  }
  throw new Error(`${expected - lastCount} messages were never ${counter}`)
}

export async function readDeliveryCounts(sink: Server): Promise<Counts> {
  return (await fetch(`${sink.origin}/count`)).json() as Promise<Counts>
}
