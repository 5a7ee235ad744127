import type { Affordance, Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { Definitions } from '../../agents/index.ts'
import type { LastHop } from '../compliance/last-hop/last-hop.ts'
import type {
  Answered,
  ConversationDeps,
  Disclaim,
  KeepMedia,
  ReleaseWaiting,
  Say,
  TakeReceipts,
  Tell,
  WriteLog,
} from '../deps.ts'

/** `asid`: whom it was sent to. */
export type Shown = { channel: Channel; asid: string; affordances: Affordance[] }

/** What receiving is handed. */
export type ReceiverDeps = Omit<ConversationDeps, 'gatewayPublicUrl'> & {
  /** For whom HELP names, and who confirms. */
  definitions: Pick<Definitions, 'read'>
  announce: Announce
  tell: Tell
  say: Say
  disclaim: Disclaim
  takeReceipts: TakeReceipts
  answered?: Answered
  keepMedia: KeepMedia
  releaseWaiting: ReleaseWaiting
  writeLog: WriteLog
  lastHop: Pick<LastHop, 'noteStop' | 'settled'>
  /** What could be tapped on a message that was sent, and where it was. */
  rendered(agent: AgentKey, messageId: string): Promise<Shown | undefined>
  /** When the agent's last message of a conversation was accepted. */
  lastAccepted(tx: Db, agent: AgentKey, asid: string): Promise<Date | undefined>
}
