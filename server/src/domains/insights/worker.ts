import type { Db } from '../../platform/db/database.ts'
import { defineWork, finish, nudge } from '../../platform/work/index.ts'
import { findAgentByKey } from '../agents/index.ts'
import { type GroupingDeps, groupQuestions } from './grouping/group-questions.ts'

const work = { kind: 'insights.questions', table: 'turn_questions', key: ['agent_key', 'question_key'] } as const

/** Wakes the worker for a question that was saved with its turn. */
export const nudgeQuestions = (db: Db): void => nudge(db, work.kind)

/** A run costs the same for one question and for a hundred, and no caller waits for it. */
const claimIntervalMilliseconds = 2_000

/** Groups questions. The first row of an agent groups all that wait; the others find their work done. */
export function questionWork(deps: GroupingDeps) {
  const running = new Map<number, Promise<void>>()

  async function group(agentKey: number, signal: AbortSignal): Promise<void> {
    const agent = await findAgentByKey(deps.db, agentKey)
    if (agent) await groupQuestions(agent, deps, signal)
  }

  return defineWork({
    ...work,
    concurrency: 500,
    claimIntervalMilliseconds,
    timeoutSeconds: 300,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 5, maxSeconds: 600 },
    async perform({ agent_key: agentKey }, { signal }) {
      // A run that began before this row was claimed may have missed it.
      await running.get(agentKey)?.catch(() => {})
      const run = running.get(agentKey) ?? group(agentKey, signal).finally(() => running.delete(agentKey))
      running.set(agentKey, run)
      await run
      return finish()
    },
  })
}
