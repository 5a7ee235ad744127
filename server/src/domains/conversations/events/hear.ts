import type { AgentKey } from '../../../platform/http/route.ts'
import type { gatewayAccess } from '../../agents/index.ts'
import type { Accept, Accepted, ConversationDeps, LogEntry, Reply, Responder, WriteLog } from '../deps.ts'
import { emulator } from '../rehearsals/deps.ts'
import { callWebhook, type WebhookDeps, WebhookFailed } from './call-webhook.ts'
import { envelopeOf, type ToldEvent } from './envelope.ts'

export type HearDeps = WebhookDeps & {
  channels: Pick<ConversationDeps['channels'], 'on'>
  gateway: Pick<ReturnType<typeof gatewayAccess>, 'find'>
  accept: Accept
  /** Answers where the agent has no webhook. */
  responder: Responder
  writeLog: WriteLog
  log: Pick<ConversationDeps['log'], 'warn'>
}

type Try = { attempt: number; signal: AbortSignal }
type Ear = NonNullable<Awaited<ReturnType<HearDeps['gateway']['find']>>> & { mode: Mode }
type Mode = Awaited<ReturnType<typeof modeOf>>

/**
 * Brings one event before whoever answers for the agent, and takes what they reply. Answers what of a webhook's reply was
 * let drop, in words. Throws when the event is to be told again.
 */
export async function hear(agentKey: number, told: ToldEvent, tried: Try, deps: HearDeps): Promise<string[]> {
  // Both reads leave in one packet.
  const [ear, mode] = await Promise.all([deps.gateway.find(agentKey), modeOf({ key: agentKey }, told, deps)])
  if (!ear) return []
  if (ear.webhook) return hearByWebhook({ agent: ear.agent, webhook: ear.webhook, mode }, told, tried, deps)
  if (deps.responder.hears(told.event.type)) await hearAtHome({ ...ear, mode }, told, tried, deps)
  return []
}

async function hearByWebhook(ear: Required<Ear>, told: ToldEvent, tried: Try, deps: HearDeps): Promise<string[]> {
  const { agent, webhook, mode } = ear
  const startedAt = deps.world.now()
  const envelope = envelopeOf(told, { mode, instanceId: webhook.instanceId })
  const to = webhook.listener === undefined ? 'webhook' : 'listener'
  logDispatch(agent, told, { to, attempt: tried.attempt }, deps)
  const isNotice = told.event.type === 'status'
  const refusals: string[] = []
  let messages = 0
  const { status, problems } = await callWebhook(
    { ...webhook, agent },
    {
      envelope,
      signal: tried.signal,
      // An answer to what became of an answer would go round in circles.
      onReply: async ({ index, message }) => {
        messages += 1
        if (!isNotice) refusals.push(...refusalIn(await acceptReply(agent, told, { index, message }, deps)))
      },
    },
    deps,
  )
  if (isNotice && messages > 0) problems.push('A status takes no reply')
  deps.writeLog(agent, {
    ...placeOf(told),
    level: problems.length > 0 ? 'warn' : levelOf(told),
    event: 'webhook.delivered',
    data: {
      eventId: told.id,
      status,
      milliseconds: deps.world.now().getTime() - startedAt.getTime(),
      attempt: tried.attempt,
      messages,
      ...(problems.length > 0 && { problems }),
    },
  })
  return [...problems, ...refusals]
}

function refusalIn(accepted: Accepted): string[] {
  if (accepted.accepted) return []
  const { reason, detail } = accepted
  return [`A message was refused: ${reason}${detail ? `, ${detail}` : ''}`]
}

async function hearAtHome(ear: Ear, told: ToldEvent, { attempt, signal }: Try, deps: HearDeps): Promise<void> {
  const { agent, mode } = ear
  const envelope = envelopeOf(told, { mode })
  logDispatch(agent, told, { to: 'runtime', attempt }, deps)
  let index = -1
  const reply: Reply = (message, { instead = false } = {}) => {
    if (!instead) index += 1
    return acceptReply(agent, told, { index, message }, deps)
  }
  await deps.responder.respond(agent, envelope, reply, signal)
}

/** What has no binding is Parley's own: web chat, rehearsals. */
async function modeOf(agent: Pick<AgentKey, 'key'>, { channel }: ToldEvent, { channels }: HearDeps) {
  return (await channels.on(agent, channel))?.mode ?? 'managed'
}

type Replied = { index: number; message: unknown }

async function acceptReply(agent: AgentKey, told: ToldEvent, reply: Replied, deps: HearDeps): Promise<Accepted> {
  const { index, message } = reply
  const answers = { eventId: told.id, index }
  const send = { asid: told.asid, message, answers, rehearsed: told.provider === emulator }
  const [accepted] = (await deps.accept(agent, [send])) as [Accepted]
  if (!accepted.accepted) {
    const { messageId, reason, detail } = accepted
    const data = { messageId, reason, detail, eventId: told.id }
    deps.writeLog(agent, { ...placeOf(told), level: 'warn', event: 'message.failed', data })
  }
  return accepted
}

type Failure = { error: unknown; attempt: number; level: 'warn' | 'error' }

/** With `error` it is the end: the event is told no more. */
export function logFailure(agentKey: number, told: ToldEvent, failure: Failure, deps: HearDeps): void {
  const { error, attempt, level } = failure
  const data = { eventId: told.id, attempt, ...(level === 'error' && { last: true }) }
  const entry = { ...placeOf(told), level }
  if (error instanceof WebhookFailed) {
    const { status, message } = error
    deps.writeLog(
      { key: agentKey },
      { ...entry, event: 'webhook.failed', data: { ...data, status }, error: { message } },
    )
    return
  }
  deps.log.warn({ err: error, event: told.id }, 'an event could not be answered')
  const message = 'The event could not be answered'
  deps.writeLog({ key: agentKey }, { ...entry, event: 'framework.failed', data, error: { message } })
}

function logDispatch(agent: AgentKey, told: ToldEvent, data: { to: string; attempt: number }, deps: HearDeps): void {
  deps.writeLog(agent, {
    ...placeOf(told),
    level: levelOf(told),
    event: 'framework.dispatched',
    data: { eventId: told.id, type: told.event.type, ...data },
  })
}

const placeOf = ({ asid, sessionId, channel }: ToldEvent) => ({ asid, sessionId, channel })

/** Of every message there are several statuses. */
const levelOf = ({ event }: ToldEvent): LogEntry['level'] => (event.type === 'status' ? 'debug' : 'info')
