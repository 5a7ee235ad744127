import { parseUnopenedFile } from './inbound/resolve-content.ts'
import { serveProviders } from './inbound/routes.ts'
import { countTraffic, readLastMessageTimes } from './traffic/queries/usage.ts'
import { trafficRoutes } from './traffic/routes.ts'

/** Public interface of the domain; other domains import only from here. */
export { conversationChores } from './chores.ts'
export { type Conversations, createConversations } from './conversations.ts'
export type {
  AcceptMessages,
  AcceptResult,
  AgentLogRecord,
  Receive,
  Responder,
  SendReply,
  WriteLog,
} from './deps.ts'
export type { EventEnvelope, GatewayEvent } from './event.ts'
export type { Initiation, InitiationResult } from './initiations/deps.ts'
export { readAgentContent } from './messages/agent-content.ts'
export { createConversationPersonListener } from './retention/person-listener.ts'
export { deleteAgentConversations } from './retention/queries.ts'
export { deleteSandboxConversation } from './sandbox/queries.ts'

/** Inbound: provider webhooks, and the placeholder text for files. */
export const inbound = { serveProviders, parseUnopenedFile }

/** Reads and counts messages and their statuses. */
export const traffic = { routes: trafficRoutes, count: countTraffic, lastTimes: readLastMessageTimes }
