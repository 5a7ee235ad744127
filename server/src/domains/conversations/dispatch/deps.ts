import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type {
  ConversationDeps,
  HandleProviderOptOut,
  OnFirstReply,
  OnOutcomeResolved,
  PublishStatus,
  SendDisclaimer,
  WriteLog,
} from '../deps.ts'
import type { EndSessionsDeps } from '../sessions/end.ts'
import type { OptOutFenceDeps } from './send-unless-stopped.ts'

/** What handing messages over to channels needs. */
export type DispatchDeps = ConversationDeps &
  Pick<EndSessionsDeps, 'onSessionsEnded'> &
  OptOutFenceDeps & {
    announce: Announce
    writeLog: WriteLog
    publishStatus: PublishStatus
    /** An agent by its key, and whether anybody hears of statuses; undefined when it is gone. */
    findAgent(key: number): Promise<{ agent: AgentKey; wantsStatuses: boolean } | undefined>
    sendDisclaimer: SendDisclaimer
    handleProviderOptOut: HandleProviderOptOut
    onFirstReply?: OnFirstReply
    onOutcomeResolved?: OnOutcomeResolved
    /** For how long an unknown outcome stays open. */
    unknownOutcomeMinutes: number
  }
