import type { Db } from '../../platform/db/database.ts'
import type { Conversations } from './conversations.ts'
import { expireWaiting } from './dispatch/status.ts'
import { deleteOldUnmatchedReceipts } from './dispatch/unresolved/queries/unmatched.ts'
import { deleteResolvedMessages } from './dispatch/unresolved/queries/unresolved.ts'
import { deleteAbandonedCalls } from './events/relay/queries.ts'
import { deleteOldCapabilities } from './initiations/capability.ts'
import { deleteUnusedMedia } from './media/queries.ts'
import { deleteLateWrites } from './retention/person-listener.ts'
import { deleteOldConversations, maintainHistoryPartitions } from './retention/queries.ts'
import { endSessions } from './sessions/session.ts'
import { closeWindows } from './windows/window.ts'

export const conversationChores = {
  /** Publishes closed reply windows, and fails messages that have waited a day for one to open. */
  watchWindows: async (db: Db, { dispatch, publishEvents }: Conversations): Promise<void> => {
    await closeWindows(db, { ...dispatch, publishEvents })
    await expireWaiting(db, dispatch)
  },
  endSessions: (db: Db, { dispatch }: Conversations): Promise<void> => endSessions(db, dispatch),
  deleteLateWrites,
  /** Runs before the first message, and then as part of `deleteOld`. */
  maintainHistoryPartitions,
  deleteOld: async (db: Db, now: Date, historyDays: number): Promise<void> => {
    await deleteOldConversations(db, now, historyDays)
    await deleteUnusedMedia(db, now)
    await deleteOldCapabilities(db, now)
    await deleteAbandonedCalls(db)
    await deleteResolvedMessages(db, now)
    await deleteOldUnmatchedReceipts(db, now)
  },
}
