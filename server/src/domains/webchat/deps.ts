import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, AgentKey as RouteAgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Channels, LiveBinding } from '../channels/index.ts'
import type { Conversations, Receive } from '../conversations/index.ts'
import type { PeopleDeps } from '../people/index.ts'
import type { ChatNotifier } from './notifier.ts'

export type WebchatDeps = {
  db: Db
  world: World
  log: WebchatLog
  channels: Pick<Channels, 'findById'>
  receive: Receive
  definitions: Pick<Definitions, 'read'>
  notifier: ChatNotifier
  /** Stores a file of a visitor under our own URL. */
  storeFile: Conversations['storeFile']
  /** For visitors who sign in. */
  people: Pick<PeopleDeps, 'definitions' | 'announce' | 'listeners' | 'purgeCachedResponses'>
  /** Connection for LISTEN to receive signals of other processes. Default: only those of this process. */
  databaseUrl?: () => string
  /** Heartbeat interval of a browser's connection. */
  beatMs?: number
  /** How long a browser may take to identify itself. */
  helloMs?: number
}

/** The chat that a URL names. */
export type Chat = { agent: AgentKey; binding: LiveBinding }
export type VisitorChat = Chat & { visitor: string }

export type WebchatAgentKey = Pick<RouteAgentKey, 'key'>

/** A browser that chats with an agent. */
export type Visitor = { agentKey: number; visitor: string }

/** The subset of pino's interface that web chat uses. */
export type WebchatLog = { warn(fields: object, message: string): void }
