import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { defineWork, finish } from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { computeDay } from './queries.ts'

const work = { kind: 'insights.days', table: 'insight_days', key: ['agent_key', 'day'] } as const

/** Counts each day of an agent when it is over, and again when something of it changes. */
export function insightDayWork({ db, world }: { db: Db; world: World }) {
  return defineWork({
    ...work,
    concurrency: 2,
    timeoutSeconds: 300,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 60, maxSeconds: 3600 },
    async perform({ agent_key: agentKey, day }) {
      const agent = await findAgentByKey(db, agentKey)
      if (agent) await inTransaction(db, (tx) => computeDay(tx, agent, day, world.now()))
      return finish()
    },
  })
}
