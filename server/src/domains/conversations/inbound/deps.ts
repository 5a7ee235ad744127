import type { Affordance, Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { Definitions } from '../../agents/index.ts'
import type { OptOutFence } from '../compliance/opt-out-fence/opt-out-fence.ts'
import type {
  ConversationDeps,
  OnFirstReply,
  ProcessReceipts,
  PublishEvents,
  RehostMedia,
  ReleaseWaiting,
  SendDisclaimer,
  SendSystemMessage,
  WriteLog,
} from '../deps.ts'

/** `asid`: whom it was sent to. */
export type SentAffordances = { channel: Channel; asid: string; affordances: Affordance[] }

/** What receiving is handed. */
export type InboundDeps = Omit<ConversationDeps, 'gatewayPublicUrl'> & {
  /** For whom HELP names, and who confirms. */
  definitions: Pick<Definitions, 'read'>
  announce: Announce
  publishEvents: PublishEvents
  sendSystemMessage: SendSystemMessage
  sendDisclaimer: SendDisclaimer
  processReceipts: ProcessReceipts
  onFirstReply?: OnFirstReply
  rehostMedia: RehostMedia
  releaseWaiting: ReleaseWaiting
  writeLog: WriteLog
  optOutFence: Pick<OptOutFence, 'recordStop' | 'drain'>
  /** What could be tapped on a message that was sent, and where it was. */
  readAffordances(agent: AgentKey, messageId: string): Promise<SentAffordances | undefined>
  /** When the agent's last message of a conversation was accepted. */
  findLastAcceptedAt(tx: Db, agent: AgentKey, asid: string): Promise<Date | undefined>
}
