/** The only door of the domain. */
export { conversationChores } from './chores.ts'
export { type Conversations, conversationsOf } from './conversations.ts'
export type { Accept, Accepted, Receive, Reply, Responder, Send, WriteLog } from './deps.ts'
export type { Envelope, TypedEvent } from './event.ts'
export { echo } from './events/echo.ts'
export { serveProviders } from './inbound/routes.ts'
export { personListener as conversationListener } from './record/person-listener.ts'
export { forgetConversations } from './record/queries.ts'
