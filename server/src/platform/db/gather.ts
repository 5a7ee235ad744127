import { asNobody } from '../fair/tenant.ts'
import type { Db } from './database.ts'

/**
 * Gathers single calls into few statements: what arrives while a statement is in flight goes, together, into the next
 * one. There is no timer, so a lone call waits for nothing; and a call never joins a statement that was sent before
 * it came, so it sees everything committed until then. With `atOnce` several statements may be in flight, on as many
 * connections: few callers then need not wait for each other's commits.
 *
 * Measured (2 cores, 64 connections): 3,800 single-row inserts a second one by one, 8,000 gathered.
 */
export function gather<In, Out>(
  run: (calls: In[]) => Promise<Out[]>,
  { most = 200, atOnce = 1 }: { most?: number; atOnce?: number } = {},
): (call: In) => Promise<Out> {
  type Waiting = { call: In; resolve(out: Out): void; reject(error: unknown): void }
  let waiting: Waiting[] = []
  let running = 0

  async function work(): Promise<void> {
    running += 1
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await answer(batch)
      if (batch.length >= crowd) await pause()
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
      if (running < atOnce) void asNobody(work)
    })
}

/** The same for whoever is handed the database with each call: one gathering for each. */
export function gatherOn<In, Out>(
  run: (db: Db, calls: In[]) => Promise<Out[]>,
  options?: { most?: number; atOnce?: number },
): (db: Db, call: In) => Promise<Out> {
  const gathered = new WeakMap<Db, (call: In) => Promise<Out>>()
  return (db, call) => {
    const known = gathered.get(db)
    if (known) return known(call)
    const made = gather((calls: In[]) => run(db, calls), options)
    gathered.set(db, made)
    return made(call)
  }
}

/**
 * Under load a few turns of the event loop make fewer, larger statements: 14 to 19 % more calls a second, in one run
 * each at 32, 64 and 128 connections. A turn lasts as long as there is to do, so that an idle process waits for nothing.
 */
const crowd = 8
const turns = 3
async function pause(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn()
}

let turn: Promise<void> | undefined

/** One turn of the event loop, the same for all who wait: calls of the same tick travel together. */
function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined
      resolve()
    }),
  )
  return turn
}
