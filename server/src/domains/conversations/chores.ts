import type { Db } from '../../platform/db/database.ts'
import type { Conversations } from './conversations.ts'
import { expireWaiting } from './dispatch/expire.ts'
import { forgetUnmatched } from './dispatch/unresolved/queries/unmatched.ts'
import { forgetResolved } from './dispatch/unresolved/queries/unresolved.ts'
import { forgetLostCalls } from './events/relay/queries.ts'
import { forgetUnusedMedia } from './media/queries.ts'
import { forgetOldCapabilities } from './openings/capability.ts'
import { forgetOldConversations, keepHistories } from './record/queries.ts'
import { forgetStragglers } from './record/stragglers.ts'
import { endSessions } from './sessions/end.ts'
import { closeWindows } from './windows/close.ts'

/** What is done to conversations by the clock. */
export const conversationChores = {
  /** Reply windows that have closed are told of; what has waited a day for one to open is given up. */
  watchWindows: async (db: Db, { dispatch, tell }: Conversations): Promise<void> => {
    await closeWindows(db, { ...dispatch, tell })
    await expireWaiting(db, dispatch)
  },
  endSessions: (db: Db, { dispatch }: Conversations): Promise<void> => endSessions(db, dispatch),
  forgetStragglers,
  /** Before the first message, and then with `forgetOld`. */
  keepHistories,
  forgetOld: async (db: Db, now: Date, historyDays: number): Promise<void> => {
    await forgetOldConversations(db, now, historyDays)
    await forgetUnusedMedia(db, now)
    await forgetOldCapabilities(db, now)
    await forgetLostCalls(db)
    await forgetResolved(db, now)
    await forgetUnmatched(db, now)
  },
}
