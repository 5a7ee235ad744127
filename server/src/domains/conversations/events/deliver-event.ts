import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, DraftRef } from '../../../platform/http/route.ts'
import type { GatewayAccess } from '../../agents/index.ts'
import type {
  AcceptMessages,
  AcceptResult,
  AgentLogRecord,
  ConversationDeps,
  Responder,
  SendReply,
  WriteLog,
} from '../deps.ts'
import type { EventEnvelope } from '../event.ts'
import { emulatorProvider } from '../sandbox/deps.ts'
import { callWebhook, type WebhookDeps, WebhookFailedError } from './call-webhook.ts'
import { buildEnvelope, type StoredEvent } from './envelope.ts'
import { findDeskState } from './queries.ts'

export type EventDeliveryDeps = WebhookDeps & {
  db: Db
  channels: Pick<ConversationDeps['channels'], 'findByChannel'>
  gateway: Pick<GatewayAccess, 'find'>
  accept: AcceptMessages
  /** Answers if the agent has no webhook. */
  responder: Responder
  writeLog: WriteLog
  log: Pick<ConversationDeps['log'], 'warn'>
}

/** `draft` or `pinnedVersion` answers instead of live, in the sandbox. */
type EventAttempt = {
  attempt: number
  signal: AbortSignal
  draft?: DraftRef | undefined
  pinnedVersion?: number | undefined
}
type EventTarget = NonNullable<Awaited<ReturnType<EventDeliveryDeps['gateway']['find']>>> & {
  mode: DeliveryMode
  desk: DeskContext
}
type DeskContext = EventEnvelope['event']['context']['desk']
type DeliveryMode = Awaited<ReturnType<typeof findMode>>

/**
 * Delivers one event to the agent's webhook or the built-in responder, and accepts the replies. Returns descriptions of
 * the parts of a webhook's response that were ignored. Throws if the event must be delivered again.
 */
export async function deliverEvent(
  agentKey: number,
  stored: StoredEvent,
  tried: EventAttempt,
  deps: EventDeliveryDeps,
): Promise<string[]> {
  // The reads are sent in one packet.
  const [ear, mode, desk] = await Promise.all([
    deps.gateway.find(agentKey),
    findMode({ key: agentKey }, stored, deps),
    findDeskState(deps.db, { key: agentKey }, stored.asid),
  ])
  if (!ear) return []
  if (ear.webhook) return deliverToWebhook({ agent: ear.agent, webhook: ear.webhook, mode, desk }, stored, tried, deps)
  if (desk?.state === 'human') logHeldEvent(ear.agent, stored, deps)
  else if (deps.responder.handles(stored.event.type)) {
    const { draft, pinnedVersion } = tried
    const other = { ...(draft && { draft }), ...(pinnedVersion !== undefined && { pinnedVersion }) }
    const agent = draft || pinnedVersion !== undefined ? { ...ear.agent, ...other } : ear.agent
    await deliverToRuntime({ ...ear, agent, mode, desk }, stored, tried, deps)
  }
  return []
}

/** A member answers: the agent reads what was said when the conversation returns to it. */
function logHeldEvent(agent: AgentKey, stored: StoredEvent, deps: EventDeliveryDeps): void {
  const data = { eventId: stored.id, type: stored.event.type, to: 'desk' }
  deps.writeLog(agent, { ...logContextOf(stored), level: logLevelOf(stored), event: 'framework.dispatched', data })
}

async function deliverToWebhook(
  ear: EventTarget & { webhook: NonNullable<EventTarget['webhook']> },
  stored: StoredEvent,
  tried: EventAttempt,
  deps: EventDeliveryDeps,
): Promise<string[]> {
  const { agent, webhook, mode, desk } = ear
  const startedAt = deps.world.now()
  const envelope = buildEnvelope(stored, { mode, instanceId: webhook.instanceId, desk })
  const to = webhook.listener === undefined ? 'webhook' : 'listener'
  logDelivery(agent, stored, { to, attempt: tried.attempt }, deps)
  const isNotice = stored.event.type === 'status'
  const refusals: string[] = []
  let messages = 0
  const { status, problems } = await callWebhook(
    { ...webhook, agent },
    {
      envelope,
      signal: tried.signal,
      // Replies to a status event are ignored, because they would cause an endless loop.
      onReply: async ({ index, message }) => {
        messages += 1
        if (!isNotice) refusals.push(...describeRefusal(await acceptReply(agent, stored, { index, message }, deps)))
      },
    },
    deps,
  )
  if (isNotice && messages > 0) problems.push('A status event takes no reply')
  deps.writeLog(agent, {
    ...logContextOf(stored),
    level: problems.length > 0 ? 'warn' : logLevelOf(stored),
    event: 'webhook.delivered',
    data: {
      eventId: stored.id,
      status,
      milliseconds: deps.world.now().getTime() - startedAt.getTime(),
      attempt: tried.attempt,
      messages,
      ...(problems.length > 0 && { problems }),
    },
  })
  return [...problems, ...refusals]
}

function describeRefusal(accepted: AcceptResult): string[] {
  if (accepted.accepted) return []
  const { reason, detail } = accepted
  return [`A message was rejected: ${reason}${detail ? `, ${detail}` : ''}`]
}

async function deliverToRuntime(
  ear: EventTarget,
  stored: StoredEvent,
  { attempt, signal }: EventAttempt,
  deps: EventDeliveryDeps,
): Promise<void> {
  const { agent, mode, desk } = ear
  const envelope = buildEnvelope(stored, { mode, desk })
  logDelivery(agent, stored, { to: 'runtime', attempt }, deps)
  let index = -1
  const reply: SendReply = (message, { instead = false } = {}) => {
    if (!instead) index += 1
    return acceptReply(agent, stored, { index, message }, deps)
  }
  await deps.responder.respond(agent, envelope, reply, signal)
}

/** Without a binding it is Parley's own channel: web chat or the sandbox. */
async function findMode(agent: Pick<AgentKey, 'key'>, { channel }: StoredEvent, { channels }: EventDeliveryDeps) {
  return (await channels.findByChannel(agent, channel))?.mode ?? 'managed'
}

type IndexedReply = { index: number; message: unknown }

async function acceptReply(
  agent: AgentKey,
  stored: StoredEvent,
  reply: IndexedReply,
  deps: EventDeliveryDeps,
): Promise<AcceptResult> {
  const { index, message } = reply
  const inReplyTo = { eventId: stored.id, index }
  const send = { asid: stored.asid, message, inReplyTo, sandbox: stored.provider === emulatorProvider }
  const [accepted] = (await deps.accept(agent, [send])) as [AcceptResult]
  if (!accepted.accepted) {
    const { messageId, reason, detail } = accepted
    const data = { messageId, reason, detail, eventId: stored.id }
    deps.writeLog(agent, { ...logContextOf(stored), level: 'warn', event: 'message.failed', data })
  }
  return accepted
}

type DeliveryFailure = { error: unknown; attempt: number; level: 'warn' | 'error' }

/** Level `error` means the last attempt: the event is not delivered again. */
export function logDeliveryFailure(
  agentKey: number,
  stored: StoredEvent,
  failure: DeliveryFailure,
  deps: EventDeliveryDeps,
): void {
  const { error, attempt, level } = failure
  const data = { eventId: stored.id, attempt, ...(level === 'error' && { last: true }) }
  const entry = { ...logContextOf(stored), level }
  if (error instanceof WebhookFailedError) {
    const { status, message } = error
    deps.writeLog(
      { key: agentKey },
      { ...entry, event: 'webhook.failed', data: { ...data, status }, error: { message } },
    )
    return
  }
  deps.log.warn({ err: error, event: stored.id }, 'an event could not be processed')
  const message = 'The event could not be processed'
  deps.writeLog({ key: agentKey }, { ...entry, event: 'framework.failed', data, error: { message } })
}

function logDelivery(
  agent: AgentKey,
  stored: StoredEvent,
  data: { to: string; attempt: number },
  deps: EventDeliveryDeps,
): void {
  deps.writeLog(agent, {
    ...logContextOf(stored),
    level: logLevelOf(stored),
    event: 'framework.dispatched',
    data: { eventId: stored.id, type: stored.event.type, ...data },
  })
}

const logContextOf = ({ asid, sessionId, channel }: StoredEvent) => ({ asid, sessionId, channel })

/** Status events are logged at debug level, because every message has several. */
const logLevelOf = ({ event }: StoredEvent): AgentLogRecord['level'] => (event.type === 'status' ? 'debug' : 'info')
