import { serveProviders } from './inbound/routes.ts'
import { readUnopenedFile } from './inbound/unopened-file.ts'
import { countTraffic, lastMessageTimes } from './traffic/queries/usage.ts'
import { trafficRoutes } from './traffic/routes.ts'

/** The only door of the domain. */
export { conversationChores } from './chores.ts'
export { type Conversations, conversationsOf } from './conversations.ts'
export type { Accept, Accepted, LogEntry, Receive, Reply, Responder, WriteLog } from './deps.ts'
export type { Envelope, TypedEvent } from './event.ts'
export { contentOf } from './messages/agent-content.ts'
export type { Opened, Opening } from './openings/deps.ts'
export { personListener as conversationListener } from './record/person-listener.ts'
export { forgetConversations } from './record/queries.ts'
export { forgetRehearsed } from './rehearsals/queries.ts'

/** What people send: the calls of their providers, and the words that stand for a file. */
export const inbound = { serveProviders, readUnopenedFile }

/** What was said and what became of it: to read, and to count. */
export const traffic = { routes: trafficRoutes, count: countTraffic, lastTimes: lastMessageTimes }
