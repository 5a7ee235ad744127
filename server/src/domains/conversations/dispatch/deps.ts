import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type {
  ConversationDeps,
  HandleProviderOptOut,
  OnFirstReply,
  OnInitiationMoved,
  OnOutcomeResolved,
  PublishStatus,
  SendDisclaimer,
  WriteLog,
} from '../deps.ts'
import type { EndSessionsDeps } from '../sessions/session.ts'
import type { OptOutFenceDeps } from './send-unless-stopped.ts'

export type DispatchDeps = ConversationDeps &
  Pick<EndSessionsDeps, 'onSessionsEnded'> &
  OptOutFenceDeps & {
    announce: Announce
    writeLog: WriteLog
    publishStatus: PublishStatus
    /** Finds an agent by key, and whether anyone receives its statuses; undefined if it was deleted. */
    findAgent(key: number): Promise<{ agent: AgentKey; wantsStatuses: boolean } | undefined>
    sendDisclaimer: SendDisclaimer
    handleProviderOptOut: HandleProviderOptOut
    onFirstReply?: OnFirstReply
    onOutcomeResolved?: OnOutcomeResolved
    onInitiationMoved?: OnInitiationMoved
    unknownOutcomeMinutes: number
  }
