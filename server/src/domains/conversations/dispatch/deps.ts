import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { Answered, ConversationDeps, Disclaim, HeedOptOut, OutcomeKnown, TellStatus, WriteLog } from '../deps.ts'
import type { EndDeps } from '../sessions/end.ts'
import type { LastHopDeps } from './last-hop.ts'

/** What handing messages over to channels needs. */
export type DispatchDeps = ConversationDeps &
  Pick<EndDeps, 'ended'> &
  LastHopDeps & {
    announce: Announce
    writeLog: WriteLog
    tellStatus: TellStatus
    /** An agent by its key, and whether anybody hears of statuses; undefined when it is gone. */
    findAgent(key: number): Promise<{ agent: AgentKey; hearsStatuses: boolean } | undefined>
    disclaim: Disclaim
    heedOptOut: HeedOptOut
    answered?: Answered
    outcomeKnown?: OutcomeKnown
    /** For how long an unknown outcome stays open. */
    unknownOutcomeMinutes: number
  }
