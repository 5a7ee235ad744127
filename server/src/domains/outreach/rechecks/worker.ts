import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { again, defineWork, done, nudge, type Outcome } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { nudgeFollowUps } from '../follow-ups/worker.ts'
import { nudgeRows } from '../rules/worker.ts'
import { nudgeSends } from '../sends/worker.ts'
import { deleteRecheck, isAnyLeft, isBusy, makeDue, nextGeneration, type Recheck, waitingKinds } from './queries.ts'

const work = { kind: 'outreach.rechecks', table: 'waiting_rechecks', key: ['agent_key', 'person_id'] } as const

export function nudgeRechecks(tx: Db): void {
  nudge(tx, work.kind)
}

export type RecheckDeps = Pick<OutreachDeps, 'db' | 'world' | 'wakeCampaigns'>

/**
 * Makes rows due in chunks, and none while so many are due: rows of other agents wait behind at most two chunks. `npm run
 * bench -- rechecks` measures that wait.
 */
const most = 100
const nextChunkMilliseconds = 50
/** Until rows that are being evaluated have been. */
const lookAgainMilliseconds = 1_000
/** Clocks of processes differ a little: what began to wait up to so much later is evaluated once more. */
const skewMilliseconds = 1_000
/** A campaign that was read before the change has gone to sleep by then. */
const settledMilliseconds = 2_000
/** Chunks after that do not wake campaigns again; the last one does. */
const wakingMilliseconds = 10_000

/** Makes the rows due that wait for something that has changed; their own evaluation decides what becomes of them. */
export function recheckWork(deps: RecheckDeps) {
  const { db, world } = deps
  return defineWork({
    ...work,
    concurrency: 2,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 1, mostSeconds: 5 },
    mostCrashes: 100_000,
    async perform({ agent_key, person_id: personId, ...row }): Promise<Outcome<{ since: Date; generation: number }>> {
      const agent = await findAgentByKey(db, agent_key)
      if (!agent) return done()
      const now = world.now()
      const since = row.since ?? new Date(now.getTime() + skewMilliseconds)
      const generation = row.generation ?? (await nextGeneration(db))
      const waitMilliseconds = await recheckSome(agent, { personId, since, generation, now }, deps)
      if (waitMilliseconds) return again(new Date(now.getTime() + waitMilliseconds), { set: { since, generation } })
      return done({ write: (tx) => deleteRecheck(tx, agent, personId) })
    },
  })
}

const nudges = { rows: nudgeRows, sends: nudgeSends, followUps: nudgeFollowUps }

/** Returns when to look again; undefined when every row has been made due. */
async function recheckSome(
  agent: AgentKey,
  { now, ...recheck }: Recheck & { now: Date },
  { db, wakeCampaigns }: RecheckDeps,
): Promise<number | undefined> {
  if (await isBusy(db, now, most)) return nextChunkMilliseconds
  const isForAll = recheck.personId === ''
  const isPast = (milliseconds: number) => now.getTime() >= recheck.since.getTime() + milliseconds
  let isMore = false
  for (const kind of waitingKinds) {
    const made = await makeDue(db, agent, kind, { ...recheck, now, most })
    if (made > 0) nudges[kind](db)
    isMore ||= made === most
  }
  if (isForAll && !(isMore && isPast(wakingMilliseconds))) await wakeCampaigns(db, agent)
  if (isMore) return nextChunkMilliseconds
  if (isForAll && !isPast(settledMilliseconds)) return lookAgainMilliseconds
  const left = await Promise.all(waitingKinds.map((kind) => isAnyLeft(db, agent, kind, recheck)))
  return left.some(Boolean) ? lookAgainMilliseconds : undefined
}
