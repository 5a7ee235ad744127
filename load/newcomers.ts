import { setTimeout as sleep } from 'node:timers/promises'
import { signReport } from '../faults/environment/fake-providers.ts'
import type { LoadEnvironment } from './environment.ts'
import type { LoadFixtures } from './fixtures.ts'
import { judgeNewcomers, type NewcomerVerdict } from './judge/newcomers.ts'
import type { SendLoadRequest } from './mix/operation-context.ts'
import { heardKeyOf } from './partners.ts'

export type NewcomerOptions = {
  perSecond: number
  seconds: number
  /** The longest wait allowed in the first seconds. */
  longestMilliseconds: number
}

/** Sends the first message of a new person; resolves when the agent's endpoint receives the event. */
export type WriteAsNewcomer = (nth: number) => Promise<unknown>

/**
 * Starts the processes that a message passes through, and lets new people write from the moment when both are ready.
 */
export async function measureNewcomers(
  environment: LoadEnvironment,
  fixtures: LoadFixtures,
  call: SendLoadRequest,
  options: NewcomerOptions,
): Promise<NewcomerVerdict> {
  const fresh = [environment.gateway, environment.worker]
  await Promise.all(fresh.map((one) => one.end('SIGTERM')))
  for (const one of fresh) one.start()
  await Promise.all(fresh.map((one) => one.ready()))
  const url = `${environment.gateway.gateway}/providers/${fixtures.secondaryAgent.sms}`
  const write: WriteAsNewcomer = async (nth) => {
    const [from, text] = [`+1202${7_000_000 + nth}`, `Hello from newcomer ${nth}`]
    const arrival = environment.partners.arrivals.expect(heardKeyOf(text))
    arrival.catch(() => {})
    await call({ url, method: 'POST', raw: signReport({ type: 'message', id: text, from, text }) })
    await arrival
  }
  return runNewcomers(write, options)
}

/** Sends at a fixed rate, in the first seconds and after them, without waiting for previous messages. */
export async function runNewcomers(write: WriteAsNewcomer, options: NewcomerOptions): Promise<NewcomerVerdict> {
  const count = Math.ceil(options.perSecond * options.seconds)
  const failures: string[] = []
  const rounds: number[][] = []
  for (const round of [0, 1]) {
    const settled = await Promise.allSettled(await begin((nth) => write(round * count + nth), count, options.perSecond))
    rounds.push(settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
    failures.push(...settled.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : [])))
  }
  const [first = [], warm = []] = rounds
  return judgeNewcomers({ first, warm, failures: failures.slice(0, 20) }, options.longestMilliseconds)
}

/** Durations count from the due time, so that a stall of the caller counts too. */
async function begin(write: WriteAsNewcomer, count: number, perSecond: number): Promise<Promise<number>[]> {
  const begunAt = performance.now()
  const waits: Promise<number>[] = []
  for (let nth = 0; nth < count; nth++) {
    const due = begunAt + (nth * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    const wait = write(nth).then(() => performance.now() - due)
    wait.catch(() => {})
    waits.push(wait)
  }
  return waits
}
