import type { Db } from '../../../platform/db/database.ts'
import type { Announce } from '../../../platform/outbox.ts'
import { defineWork, finish, nudge } from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { type Definitions, findAgentByKey } from '../../agents/index.ts'
import type { WriteLog } from '../../conversations/index.ts'
import { findLivePartner } from '../actions/person.ts'
import type { Model } from '../models/model.ts'
import { findConversationState } from '../state/queries.ts'
import { addToJournal } from './journal.ts'
import { findSessionTimes, insertReviews, type ReviewableSession } from './queries.ts'
import { isGoalReached, selectReviewInput, summarizeConversation } from './review.ts'

export type ReviewDeps = {
  db: Db
  world: World
  definitions: Pick<Definitions, 'read'>
  announce: Announce
  writeLog: WriteLog
  judge: Model
}

const work = {
  kind: 'runtime.reviews',
  table: 'session_reviews',
  key: ['agent_key', 'asid', 'session_id'],
} as const

/** A model that is down, is down for an hour at times. */
const waitsSeconds = [60, 600, 3600]

/** Conversations that are over, in the transaction that ends them. */
export async function enqueueReviews(tx: Db, over: readonly ReviewableSession[], now: Date): Promise<void> {
  if (over.length === 0) return
  await insertReviews(tx, over, now)
  nudge(tx, work.kind)
}

/** Sums conversations up in a line of the journal, and judges the goals that are read so. */
export function reviewWork(deps: ReviewDeps) {
  const { db, world } = deps
  return defineWork({
    ...work,
    concurrency: 4,
    timeoutSeconds: 120,
    retry: { waitsSeconds },
    async perform({ agent_key, asid, session_id: sessionId }, { signal, attempt }) {
      const agent = await findAgentByKey(db, agent_key)
      const [times, stored, partner] = agent
        ? await Promise.all([
            findSessionTimes(db, agent, { asid, sessionId }),
            findConversationState(db, agent, asid),
            findLivePartner(db, agent, asid),
          ])
        : []
      if (!agent || !times || !stored || !partner) return finish()
      const definition = await deps.definitions.read(db, agent)
      const { lines, goal } = selectReviewInput(stored.state, times, { definition, partner })
      if (lines.length === 0) return finish()
      const asking = { model: deps.judge, signal, isLast: attempt > waitsSeconds.length }
      const text = await summarizeConversation(lines, asking)
      const criterion = goal?.definition.kind === 'judged' ? goal.definition.criterion : undefined
      const reached = criterion !== undefined && (await isGoalReached(criterion, lines, asking))
      const { channel } = times
      const news = { agentId: agent.id, goalId: goal?.id, personId: partner.id, userId: asid, sessionId, channel }
      return finish({
        write: async (tx) => {
          await addToJournal(tx, agent, asid, { text, at: world.now() })
          if (reached) await deps.announce(tx, { orgId: agent.orgId, type: 'goal.reached', data: news })
          deps.writeLog(agent, { level: 'info', event: 'person.journal', asid, sessionId, data: { author: 'agent' } })
          if (reached) deps.writeLog(agent, { level: 'info', event: 'goal.reached', asid, sessionId, data: news })
        },
      })
    },
  })
}
