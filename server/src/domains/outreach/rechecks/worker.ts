import type { Db } from '../../../platform/db/database.ts'
import { isRetryable, isUnavailable } from '../../../platform/db/errors.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { continueAt, defineWork, finish, nudge, type WorkOutcome } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { reminders } from '../../runtime/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { nudgeFollowUps } from '../follow-ups/worker.ts'
import { recheckRuleRows } from '../rules/recheck-rows.ts'
import { nudgeRuleRows } from '../rules/worker.ts'
import { nudgeSends } from '../sends/worker.ts'
import { nudgeEnrollments } from '../sequences/worker.ts'
import {
  deleteRecheck,
  drawGeneration,
  hasRemainingRows,
  isQueueBusy,
  lockRuleRows,
  makeRowsDue,
  type Recheck,
  type WaitingKind,
  waitingKinds,
} from './queries.ts'

const work = { kind: 'outreach.rechecks', table: 'outreach_rechecks', key: ['agent_key', 'person_id'] } as const

export function nudgeRechecks(tx: Db): void {
  nudge(tx, work.kind)
}

export type RecheckWorkDeps = Pick<OutreachDeps, 'db' | 'world' | 'wakeCampaigns' | 'definitions' | 'channels'>

/**
 * How many rows become due at once, and the number of due rows at which no more are added: rows of other agents wait behind at most two
 * chunks. `npm run bench -- rechecks` measures that wait.
 */
const maxDueRows = 100
const nextChunkMilliseconds = 50
const recheckMilliseconds = 1_000
/** Allowance for clock skew between processes: rows that started to wait up to this much later are evaluated again. */
const skewMilliseconds = 1_000
/** By then, a campaign that was read before the change is waiting again. */
const campaignDelayMilliseconds = 2_000
/** Chunks after this time no longer wake campaigns; only the last one does. */
const wakingMilliseconds = 10_000

/** Evaluates rows again that wait for a condition that has changed. */
export function recheckWork(deps: RecheckWorkDeps) {
  const { db, world } = deps
  return defineWork({
    ...work,
    concurrency: 2,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 1, maxSeconds: 5 },
    maxCrashes: 100_000,
    async perform({
      agent_key,
      person_id: personId,
      ...row
    }): Promise<WorkOutcome<{ requested_at: Date; generation: number }>> {
      const agent = await findAgentByKey(db, agent_key)
      if (!agent) return finish()
      const now = world.now()
      const since = row.requested_at ?? new Date(now.getTime() + skewMilliseconds)
      const generation = row.generation ?? (await drawGeneration(db))
      const waitMilliseconds = await recheckChunk(agent, { personId, since, generation, now }, deps)
      if (waitMilliseconds)
        return continueAt(new Date(now.getTime() + waitMilliseconds), { set: { requested_at: since, generation } })
      return finish({ write: (tx) => deleteRecheck(tx, agent, personId) })
    },
  })
}

const nudges = {
  rows: nudgeRuleRows,
  enrollments: nudgeEnrollments,
  sends: nudgeSends,
  followUps: nudgeFollowUps,
  reminders: reminders.nudge,
}

/** Returns the delay until the next check; undefined when every row has been evaluated or made due. */
async function recheckChunk(
  agent: AgentKey,
  { now, ...recheck }: Recheck & { now: Date },
  deps: RecheckWorkDeps,
): Promise<number | undefined> {
  const { db, wakeCampaigns } = deps
  if (await isQueueBusy(db, now, maxDueRows)) return nextChunkMilliseconds
  const isForAll = recheck.personId === ''
  const isPast = (milliseconds: number) => now.getTime() >= recheck.since.getTime() + milliseconds
  let isMore = false
  for (const kind of waitingKinds) {
    const made = await recheckKind(agent, kind, { ...recheck, now }, deps)
    if (made.due > 0) nudges[kind](db)
    isMore ||= made.isMore
  }
  if (isForAll && !(isMore && isPast(wakingMilliseconds))) await wakeCampaigns(db, agent)
  if (isMore) return nextChunkMilliseconds
  if (isForAll && !isPast(campaignDelayMilliseconds)) return recheckMilliseconds
  const left = await Promise.all(waitingKinds.map((kind) => hasRemainingRows(db, agent, kind, recheck)))
  return left.some(Boolean) ? recheckMilliseconds : undefined
}

/** Rows of rules are evaluated here, many at once. The others become due, and their own work evaluates them. */
async function recheckKind(
  agent: AgentKey,
  kind: WaitingKind,
  { now, ...recheck }: Recheck & { now: Date },
  deps: RecheckWorkDeps,
): Promise<{ due: number; isMore: boolean }> {
  if (kind === 'rows') {
    const lockRows = (tx: Db, most: number) => lockRuleRows(tx, agent, recheck, most)
    const batch = { generation: recheck.generation, mostDue: maxDueRows, lockRows }
    const evaluated = await recheckRuleRows(agent, batch, deps).catch(skipFaultyBatch)
    if (evaluated) return evaluated
  }
  const due = await makeRowsDue(deps.db, agent, kind, { ...recheck, now, most: maxDueRows })
  return { due, isMore: due === maxDueRows }
}

/** A row that cannot be evaluated must not stop the others: then each is evaluated by its own work, which gives it up. */
function skipFaultyBatch(error: unknown): undefined {
  if (isUnavailable(error) || isRetryable(error)) throw error
}
