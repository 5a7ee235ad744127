import { setTimeout as sleep } from 'node:timers/promises'
import { bindSms } from './bind-sms.ts'
import { crowdOfUsers } from './crowd-of-users.ts'
import { sendRate } from './gateway.ts'
import { type Server, startParley, startProgram } from './servers.ts'

export const connections = 16

/** Messages a second, by when all of them had come so far. */
export type Carried = { accepted: number; delivered: number; reported: number }
export type Carry = (amount: number) => Promise<Carried>

/** One process of Parley with a provider that reports everything as delivered. */
export async function onParley<T>(url: string, act: (carry: Carry, pid: number) => Promise<T>): Promise<T> {
  const secret = 'a secret of the bench'
  const sink = await startProgram('sms-sink.ts', [secret])
  const parley = await startParley(url)
  try {
    const callback = await bindSms(parley, parley.agent, { sendUrl: `${sink.origin}/send`, secret })
    await fetch(`${sink.origin}/callback?url=${encodeURIComponent(callback)}`)
    const users = await crowdOfUsers(url, 2_000, { provider: 'http-sms' })
    const sending = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
    const send = (amount: number) => sendRate(sending, { connections, amount })
    return await act((amount) => carry(sink, amount, { send, reports: true }), parley.pid)
  } finally {
    await parley.stop()
    await sink.stop()
  }
}

type Way = { send(amount: number): Promise<unknown>; reports?: boolean }

/** Sends, and waits until the provider has everything and has reported it. */
export async function carry(sink: Server, amount: number, { send, reports = false }: Way): Promise<Carried> {
  const before = await counted(sink)
  const startedAt = performance.now()
  const rate = () => amount / ((performance.now() - startedAt) / 1000)
  await send(amount)
  const accepted = rate()
  await all(sink, 'seen', before.seen + amount)
  const delivered = rate()
  if (reports) await all(sink, 'reported', before.reported + amount)
  return { accepted, delivered, reported: rate() }
}

type Counts = { seen: number; doubled: number; reported: number }

/** Gives up when nothing more has come for 30 seconds. */
async function all(sink: Server, what: 'seen' | 'reported', wanted: number): Promise<void> {
  let last = 0
  for (let patience = 600; patience > 0; patience--) {
    const counts = await counted(sink)
    if (counts.doubled > 0) throw new Error(`${counts.doubled} came twice`)
    if (counts[what] >= wanted) return
    if (counts[what] > last) patience = 600
    last = counts[what]
    await sleep(50)
  }
  throw new Error(`${wanted - last} messages were never ${what}`)
}

export async function counted(sink: Server): Promise<Counts> {
  return (await fetch(`${sink.origin}/count`)).json() as Promise<Counts>
}
