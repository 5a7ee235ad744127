import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { defineWork, done, fail, nudge, retry } from '../../../../platform/work/index.ts'
import type { World } from '../../../../platform/world.ts'
import { findAgentByKey } from '../../../agents/index.ts'
import type { WriteLog } from '../../../conversations/index.ts'
import { type DeliverDeps, deliver, NoticeRefused } from './deliver.ts'
import { clearNotice, insertNotice, insertPlainNotice } from './queries.ts'

const work = { kind: 'runtime.notices', table: 'team_notices', key: ['agent_key', 'id'] } as const

export type NoticeWorkDeps = DeliverDeps & { db: Db; writeLog: WriteLog }

/** Tells the team. One notice may be told twice when a process dies; a mail has the same Message-ID then. */
export function noticeWork(deps: NoticeWorkDeps) {
  const { db, writeLog } = deps
  return defineWork({
    ...work,
    concurrency: 10,
    // About a day: what the team hears later than that is old news.
    retry: { waitsSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform(row, { signal }) {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return done()
      try {
        const provider = await deliver(db, { agent, notice: row, signal }, deps)
        writeLog(agent, { level: 'info', event: 'notify.sent', asid: row.asid ?? undefined, data: { provider } })
        // What is known of the person is not kept twice once it has been told.
        return done({ set: { text: '' } })
      } catch (error) {
        return error instanceof NoticeRefused ? fail(error) : retry(error)
      }
    },
    giveUp: async (tx, row, { message }) => {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (!agent) return
      await clearNotice(tx, agent, row.id)
      const about = { asid: row.asid ?? undefined, error: { message } }
      writeLog(agent, { level: 'error', event: 'notify.failed', ...about })
    },
  })
}

export async function queueNotice(
  tx: Db,
  agent: AgentKey,
  notice: { id: string; asid?: string; text: string },
  world: World,
): Promise<void> {
  const { asid, ...told } = notice
  const due = world.now()
  const isNew = await (asid === undefined
    ? insertPlainNotice(tx, agent, { ...told, due })
    : insertNotice(tx, agent, { ...told, asid, due }))
  if (isNew) nudge(tx, work.kind)
}
