import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { Definitions } from '../../agents/index.ts'
import type { OptOutFence } from '../compliance/opt-out-fence/opt-out-fence.ts'
import type {
  ConversationDeps,
  OnDeskContent,
  OnFirstReply,
  ProcessReceipts,
  PublishEvents,
  RehostMedia,
  ReleaseWaiting,
  SendDisclaimer,
  SendSystemMessage,
  WriteLog,
} from '../deps.ts'
import type { SentAffordances } from '../dispatch/render.ts'

export type InboundDeps = Omit<ConversationDeps, 'gatewayPublicUrl'> & {
  /** Supplies the brand for HELP and confirmation replies. */
  definitions: Pick<Definitions, 'read'>
  announce: Announce
  publishEvents: PublishEvents
  sendSystemMessage: SendSystemMessage
  sendDisclaimer: SendDisclaimer
  processReceipts: ProcessReceipts
  onFirstReply?: OnFirstReply
  onDeskContent?: OnDeskContent
  rehostMedia: RehostMedia
  releaseWaiting: ReleaseWaiting
  writeLog: WriteLog
  optOutFence: Pick<OptOutFence, 'recordStop' | 'drain'>
  /** Returns the tappable items of a sent message, its channel and its recipient. */
  readAffordances(agent: AgentKey, messageId: string): Promise<SentAffordances | undefined>
  findLastAcceptedAt(tx: Db, agent: AgentKey, asid: string): Promise<Date | undefined>
}
