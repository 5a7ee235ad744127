import { runAsSharedTenant } from '../fairness/tenant.ts'
import type { Db } from './database.ts'

/**
 * Batches single calls into few statements: calls that arrive while a statement is in flight share the next one. There
 * is no timer, so a lone call never waits; and a call never joins a statement that was sent before it, so it sees
 * everything committed until then. With `concurrency`, several statements may be in flight on as many connections: a
 * small number of callers then need not wait for each other's commits.
 *
 * Measured (2 cores, 64 connections): 3,800 single-row inserts a second one by one, 8,000 batched.
 */
export function batch<In, Out>(
  run: (calls: In[]) => Promise<Out[]>,
  { maxSize = 200, concurrency = 1 }: { maxSize?: number; concurrency?: number } = {},
): (call: In) => Promise<Out> {
  type Waiting = { call: In; resolve(out: Out): void; reject(error: unknown): void }
  let waiting: Waiting[] = []
  let running = 0

  async function work(): Promise<void> {
    running += 1
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxSize)
      waiting = waiting.slice(maxSize)
      await answer(batch)
      if (batch.length >= busyThreshold) await waitForMoreCalls()
    }
    running -= 1
  }

  async function answer(batch: Waiting[]): Promise<void> {
    try {
      const outs = await run(batch.map((one) => one.call))
      for (const [index, one] of batch.entries()) one.resolve(outs[index] as Out)
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject })
      if (running < concurrency) void runAsSharedTenant(work)
    })
}

/** Like `batch`, for callers that pass the database with each call: one batch per database. */
export function batchPerDatabase<In, Out>(
  run: (db: Db, calls: In[]) => Promise<Out[]>,
  options?: { maxSize?: number; concurrency?: number },
): (db: Db, call: In) => Promise<Out> {
  const gathered = new WeakMap<Db, (call: In) => Promise<Out>>()
  return (db, call) => {
    const known = gathered.get(db)
    if (known) return known(call)
    const made = batch((calls: In[]) => run(db, calls), options)
    gathered.set(db, made)
    return made(call)
  }
}

/**
 * Under load, waiting a few turns of the event loop makes fewer, larger statements: 14 to 19 % more calls a second, in
 * one run each at 32, 64 and 128 connections. A turn lasts only as long as there is work, so an idle process does not
 * wait.
 */
const busyThreshold = 8
const busyTurns = 3
async function waitForMoreCalls(): Promise<void> {
  for (let turn = 0; turn < busyTurns; turn++) await nextTurn()
}

let sharedTurn: Promise<void> | undefined

/** One turn of the event loop, shared by all waiting callers: calls of the same tick go into the same batch. */
function nextTurn(): Promise<void> {
  sharedTurn ??= new Promise((resolve) =>
    setImmediate(() => {
      sharedTurn = undefined
      resolve()
    }),
  )
  return sharedTurn
}
