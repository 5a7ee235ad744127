import type { AgentKey as RouteAgentKey } from '../../platform/http/route.ts'

/** The agent as far as web chat must know it. */
export type WebchatAgentKey = Pick<RouteAgentKey, 'key'>

/** A browser that chats with an agent. */
export type Visitor = { agentKey: number; visitor: string }

/** What pino has, as far as it is used here. */
export type WebchatLog = { warn(fields: object, message: string): void }
