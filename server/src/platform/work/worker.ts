import { limitConcurrency } from '../concurrency/concurrency.ts'
import type { Db } from '../db/database.ts'
import type { World } from '../world.ts'
import type { ObserveWork } from './attempt.ts'

import { type Chore, createChoreWork, registerChores } from './chores.ts'

import type { Lane } from './lane.ts'
import { createLoop, type Loop } from './loop.ts'
import { forwardNudges, listenForNudges, localBus, nudge } from './notifications.ts'
import type { WorkDepth } from './row-queries.ts'
import { createLaneRunner, createRowRunner, type QueueRunner } from './runners.ts'
import type { Work, WorkLog } from './task.ts'

export type WorkerOptions = {
  db: Db
  /** Where to listen for nudges of other processes; without it, polling finds the work. */
  url?: () => string
  world: World
  log: WorkLog
  works?: readonly Work[]
  lanes?: readonly Lane[]
  chores?: readonly Chore[]
  /** On average; each wait is between half and one and a half times this. */
  pollSeconds?: number
  observe?: ObserveWork
}

export type Worker = {
  start(): Promise<void>
  /** Stops claiming, waits this long for running work, and releases the rest for other workers to claim immediately. */
  stop(options: { withinMilliseconds: number }): Promise<void>
  depth(): Promise<WorkDepth[]>
  /**
   * Runs everything due now, and everything that becomes due as a result, to completion: for tests, instead of `start`.
   */
  drain(): Promise<void>
}

/** A scrape reads dozens of queues, and must leave the other connections to requests and work. */
const depthReadConcurrency = 2

type RunnerLoop = { runner: QueueRunner; loop: Loop }
type Closable = { close(): Promise<void> | void }

export function createWorker(options: WorkerOptions): Worker {
  const teams = createRunnerLoops(options)
  let open: Closable[] = []

  return {
    async start() {
      await registerChores(options.db, options.chores ?? [], options.world.now())
      open = subscribeToNudges(teams, options)
      for (const { loop } of teams) loop.start()
    },
    async stop({ withinMilliseconds }) {
      const within = new Promise((resolve) => setTimeout(resolve, withinMilliseconds).unref())
      await Promise.race([Promise.all(teams.map(({ loop }) => loop.stop())), within])
      await Promise.all(teams.map(({ runner }) => releaseUnfinished(runner, options)))
      for (const one of open) await one.close()
      open = []
    },
    depth() {
      const inTurn = limitConcurrency(depthReadConcurrency)
      return Promise.all(teams.map(({ runner }) => inTurn(() => runner.depth())))
    },
    async drain() {
      const rounds = () => Promise.all(teams.map(({ loop }) => loop.round()))
      while ((await rounds()).some((count) => count > 0));
    },
  }
}

function createRunnerLoops({
  db,
  world,
  log,
  works = [],
  lanes = [],
  chores = [],
  ...options
}: WorkerOptions): RunnerLoop[] {
  const { observe = () => {}, pollSeconds = 2 } = options
  const crewOptions = { db, world, log, observe }
  const all: Work[] = chores.length > 0 ? [...works, createChoreWork(chores, db, world)] : [...works]
  const runners = [
    ...all.map((work) => createRowRunner(work, crewOptions)),
    ...lanes.map((lane) => createLaneRunner(lane, crewOptions)),
  ] as QueueRunner[]
  return runners.map((runner) => ({ runner, loop: createLoop(runner, { world, log, pollSeconds }) }))
}

function subscribeToNudges(teams: RunnerLoop[], { db, url, log }: WorkerOptions): Closable[] {
  const onKind = (kind: string) => {
    const woken = teams.filter(({ runner }) => runner.kind === kind).map(({ loop }) => loop.wake())
    return woken.includes(true)
  }
  const onConnect = () => {
    for (const { loop } of teams) loop.wake()
  }
  const onCancelled = (kind: string, rowId: string) => {
    for (const { runner } of teams) if (runner.kind === kind) runner.leases.abort(rowId, 'cancelled')
  }
  localBus.onDue.add(onKind)
  localBus.onCancelled.add(onCancelled)
  const unhear = () => {
    localBus.onDue.delete(onKind)
    localBus.onCancelled.delete(onCancelled)
  }
  const listener = url === undefined ? [] : [listenForNudges({ url, log, onKind, onConnect })]
  return [{ close: unhear }, ...listener, forwardNudges({ db, log })]
}

async function releaseUnfinished(queueRunner: QueueRunner, { db, log }: WorkerOptions): Promise<void> {
  queueRunner.leases.stop()
  const unfinished = queueRunner.leases.all()
  const held = unfinished.filter((lease) => !lease.recording && !lease.expired)
  for (const lease of held) lease.released = true
  for (const lease of unfinished) lease.abort('the process is stopping')
  if (held.length === 0) return
  try {
    await queueRunner.release(held)
    nudge(db, queueRunner.kind)
  } catch (error) {
    log.warn({ err: error, kind: queueRunner.kind }, 'leases could not be released; they will expire')
  }
}
