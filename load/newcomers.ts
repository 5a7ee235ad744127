import { setTimeout as sleep } from 'node:timers/promises'
import { signReport } from '../faults/environment/fake-providers.ts'
import type { LoadEnvironment } from './environment.ts'
import { inboundKeyOf } from './external-systems.ts'
import type { LoadFixtures } from './fixtures.ts'
import { judgeNewcomers, type NewcomerVerdict } from './judge/newcomers.ts'
import type { SendLoadRequest } from './mix/operation-context.ts'

export type NewcomerOptions = {
  perSecond: number
  seconds: number
  /** The longest wait allowed in the first seconds. */
  maxWaitMilliseconds: number
}

/** Sends the first message of a new person; resolves when the agent's endpoint receives the event. */
export type WriteAsNewcomer = (index: number) => Promise<unknown>

/**
 * Starts the processes that a message passes through, and lets new people write from the moment when both are ready.
 */
export async function measureNewcomers(
  environment: LoadEnvironment,
  fixtures: LoadFixtures,
  call: SendLoadRequest,
  options: NewcomerOptions,
): Promise<NewcomerVerdict> {
  const restarted = [environment.gateway, environment.worker]
  await Promise.all(restarted.map((item) => item.stop('SIGTERM')))
  for (const item of restarted) item.start()
  await Promise.all(restarted.map((item) => item.ready()))
  const url = `${environment.gateway.gateway}/providers/${fixtures.secondaryAgent.sms}`
  const write: WriteAsNewcomer = async (index) => {
    const [from, text] = [`+1202${7_000_000 + index}`, `Hello from newcomer ${index}`]
    const arrival = environment.externalSystems.arrivals.expect(inboundKeyOf(text))
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
    const results = await Promise.allSettled(
      await startWrites((index) => write(round * count + index), count, options.perSecond),
    )
    rounds.push(results.flatMap((item) => (item.status === 'fulfilled' ? item.value : [])))
    failures.push(...results.flatMap((item) => (item.status === 'rejected' ? String(item.reason) : [])))
  }
  const [first = [], warm = []] = rounds
  return judgeNewcomers({ first, warm, failures: failures.slice(0, 20) }, options.maxWaitMilliseconds)
}

/** Durations count from the due time, so that a stall of the caller counts too. */
async function startWrites(write: WriteAsNewcomer, count: number, perSecond: number): Promise<Promise<number>[]> {
  const startedAt = performance.now()
  const waits: Promise<number>[] = []
  for (let index = 0; index < count; index++) {
    const due = startedAt + (index * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    const wait = write(index).then(() => performance.now() - due)
    wait.catch(() => {})
    waits.push(wait)
  }
  return waits
}
