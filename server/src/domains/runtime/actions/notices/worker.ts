import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { defineWork, failPermanently, finish, nudge, retry } from '../../../../platform/work/index.ts'
import type { World } from '../../../../platform/world.ts'
import { findAgentByKey } from '../../../agents/index.ts'
import type { WriteLog } from '../../../conversations/index.ts'
import { deliverNotice, type NoticeDeliveryDeps, NoticeRejectedError } from './deliver.ts'
import { clearNoticeText, insertGeneralNotice, insertNotice } from './queries.ts'

const work = { kind: 'runtime.notices', table: 'team_notices', key: ['agent_key', 'id'] } as const

export type TeamNoticeWorkDeps = NoticeDeliveryDeps & { db: Db; writeLog: WriteLog }

/** Tells the team. One notice may be told twice when a process dies; a mail has the same Message-ID then. */
export function teamNoticeWork(deps: TeamNoticeWorkDeps) {
  const { db, writeLog } = deps
  return defineWork({
    ...work,
    concurrency: 10,
    // About a day: what the team hears later than that is old news.
    retry: { waitsSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform(row, { signal }) {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      try {
        const provider = await deliverNotice(db, { agent, notice: row, signal }, deps)
        writeLog(agent, { level: 'info', event: 'notify.sent', asid: row.asid ?? undefined, data: { provider } })
        // What is known of the person is not kept twice once it has been told.
        return finish({ set: { text: '' } })
      } catch (error) {
        return error instanceof NoticeRejectedError ? failPermanently(error) : retry(error)
      }
    },
    giveUp: async (tx, row, { message }) => {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (!agent) return
      await clearNoticeText(tx, agent, row.id)
      const about = { asid: row.asid ?? undefined, error: { message } }
      writeLog(agent, { level: 'error', event: 'notify.failed', ...about })
    },
  })
}

export async function enqueueNotice(
  tx: Db,
  agent: AgentKey,
  notice: { id: string; asid?: string; text: string },
  world: World,
): Promise<void> {
  const { asid, ...told } = notice
  const due = world.now()
  const isNew = await (asid === undefined
    ? insertGeneralNotice(tx, agent, { ...told, due })
    : insertNotice(tx, agent, { ...told, asid, due }))
  if (isNew) nudge(tx, work.kind)
}
