import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, AgentKey as RouteAgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Channels, LiveBinding } from '../channels/index.ts'
import type { Receive } from '../conversations/index.ts'
import type { ChatNotifier } from './notifier.ts'

export type WebchatDeps = {
  db: Db
  world: World
  log: WebchatLog
  channels: Pick<Channels, 'findById'>
  receive: Receive
  definitions: Pick<Definitions, 'read'>
  notifier: ChatNotifier
  /** Where to listen for the rings of other processes; without it only those of this one are heard. */
  databaseUrl?: () => string
  /** How often a browser hears that the line stands. */
  beatMs?: number
  /** How long a browser may take to say who it is. */
  helloMs?: number
}

/** The chat that an address names. */
export type Chat = { agent: AgentKey; binding: LiveBinding }
/** One visitor in it. */
export type VisitorChat = Chat & { visitor: string }

/** The agent as far as web chat must know it. */
export type WebchatAgentKey = Pick<RouteAgentKey, 'key'>

/** A browser that chats with an agent. */
export type Visitor = { agentKey: number; visitor: string }

/** What pino has, as far as it is used here. */
export type WebchatLog = { warn(fields: object, message: string): void }
