import type { Db } from '../db/database.ts'
import { takingTurns } from '../thread/turns.ts'
import type { World } from '../world.ts'
import type { Observe } from './attempt.ts'
import { board } from './board.ts'
import { type Chore, choreWork, registerChores } from './chores.ts'
import type { Crew } from './crew.ts'
import type { Lane } from './lane.ts'
import { createLaneCrew } from './lane-crew.ts'
import { listen } from './listener.ts'
import type { WorkLog } from './log.ts'
import { createLoop, type Loop } from './loop.ts'
import { carryNudges, nudge } from './nudges.ts'
import { createRowCrew } from './row-crew.ts'
import type { Depth } from './row-queries.ts'
import type { Work } from './work.ts'

export type WorkerOptions = {
  db: Db
  /** Where to listen for the nudges of other processes; without it polling serves. */
  url?: () => string
  world: World
  log: WorkLog
  works?: readonly Work[]
  lanes?: readonly Lane[]
  chores?: readonly Chore[]
  /** On average; each wait is half to one and a half of it. */
  pollSeconds?: number
  observe?: Observe
}

export type Worker = {
  start(): Promise<void>
  /** Claims no more, waits so long for what runs, and gives the rest back for others to take at once. */
  stop(options: { withinMilliseconds: number }): Promise<void>
  depth(): Promise<Depth[]>
  /** Works all that is due by now, and what that makes due, to its end: for tests, in place of `start`. */
  drain(): Promise<void>
}

/** A scrape reads dozens of queues, and leaves the other connections to requests and work. */
const depthReadsAtOnce = 2

type Team = { crew: Crew; loop: Loop }
type Closing = { close(): Promise<void> | void }

export function createWorker(options: WorkerOptions): Worker {
  const teams = teamsOf(options)
  let open: Closing[] = []

  return {
    async start() {
      await registerChores(options.db, options.chores ?? [], options.world.now())
      open = hearing(teams, options)
      for (const { loop } of teams) loop.start()
    },
    async stop({ withinMilliseconds }) {
      const within = new Promise((resolve) => setTimeout(resolve, withinMilliseconds).unref())
      await Promise.race([Promise.all(teams.map(({ loop }) => loop.stop())), within])
      await Promise.all(teams.map(({ crew }) => giveBack(crew, options)))
      for (const one of open) await one.close()
      open = []
    },
    depth() {
      const inTurn = takingTurns(depthReadsAtOnce)
      return Promise.all(teams.map(({ crew }) => inTurn(() => crew.depth())))
    },
    async drain() {
      const rounds = () => Promise.all(teams.map(({ loop }) => loop.round()))
      while ((await rounds()).some((count) => count > 0));
    },
  }
}

function teamsOf({ db, world, log, works = [], lanes = [], chores = [], ...options }: WorkerOptions): Team[] {
  const { observe = () => {}, pollSeconds = 2 } = options
  const crewOptions = { db, world, log, observe }
  const all: Work[] = chores.length > 0 ? [...works, choreWork(chores, db, world)] : [...works]
  const crews = [
    ...all.map((work) => createRowCrew(work, crewOptions)),
    ...lanes.map((lane) => createLaneCrew(lane, crewOptions)),
  ] as Crew[]
  return crews.map((crew) => ({ crew, loop: createLoop(crew, { world, log, pollSeconds }) }))
}

/** From now on the worker hears nudges and cancellations, of this process and of others. */
function hearing(teams: Team[], { db, url, log }: WorkerOptions): Closing[] {
  const onKind = (kind: string) => {
    const woken = teams.filter(({ crew }) => crew.kind === kind).map(({ loop }) => loop.wake())
    return woken.includes(true)
  }
  const onConnect = () => {
    for (const { loop } of teams) loop.wake()
  }
  const onCancelled = (kind: string, rowId: string) => {
    for (const { crew } of teams) if (crew.kind === kind) crew.holds.abort(rowId, 'cancelled')
  }
  board.due.add(onKind)
  board.cancelled.add(onCancelled)
  const unhear = () => {
    board.due.delete(onKind)
    board.cancelled.delete(onCancelled)
  }
  const listener = url === undefined ? [] : [listen({ url, log, onKind, onConnect })]
  return [{ close: unhear }, ...listener, carryNudges({ db, log })]
}

async function giveBack(crew: Crew, { db, log }: WorkerOptions): Promise<void> {
  crew.holds.stop()
  const unfinished = crew.holds.all()
  const held = unfinished.filter((hold) => !hold.settling && !hold.expired)
  for (const hold of held) hold.givenBack = true
  for (const hold of unfinished) hold.abort('the process is stopping')
  if (held.length === 0) return
  try {
    await crew.giveBack(held)
    nudge(db, crew.kind)
  } catch (error) {
    log.warn({ err: error, kind: crew.kind }, 'leases could not be given back; they run out')
  }
}
