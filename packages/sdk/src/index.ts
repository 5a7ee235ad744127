export { type Bot, type BotOptions, createBot, type Turn } from './bot/bot.ts'
export type { BotEvent, Envelope, EventContext, TypedEvent } from './bot/events.ts'
export type { Reply } from './bot/outgoing-replies.ts'
export type { AnyOptions, CallOptions, NonJsonBody as Plain } from './client/calls.ts'
export {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  ParleyError,
  ParleyUnreachable,
  type ProblemBody,
  RateLimited,
  ServerError,
  Unauthorized,
  type UnreachableReason,
} from './client/errors.ts'
export {
  type AgentClient,
  Gateway,
  type GatewayOptions,
  type OrgClient,
  Parley,
  type ParleyOptions,
  type Schema,
} from './client/parley.ts'
export type { ServerSentEvent } from './client/server-events.ts'
export {
  createDeskClient,
  type DeskClient,
  type DeskClientOptions,
  type DeskEvent,
  type DeskEventOptions,
  type DeskMessage,
  type DeskPresence,
} from './desk/desk.ts'
export {
  type AmlMessage,
  aml,
  ask,
  card,
  carousel,
  chip,
  chips,
  confirm,
  media,
  message,
  native,
  picker,
  share,
  showcase,
  signal,
  text,
} from './messages/build.ts'
export type {
  ParleyChat,
  ParleyChatButton,
  ParleyChatErrorCode,
  ParleyChatEvents,
  ParleyChatUser,
} from './webchat-api.ts'
export { verifyGatewayRequest } from './webhooks/gateway-request.ts'
export { NotVerified, type RefusedBecause, type SignedRequest } from './webhooks/verify.ts'
export { verifyWebhook, type WebhookEvent } from './webhooks/webhook.ts'
