import { type Gateway, NotFound, ParleyError, ParleyUnreachable, type TypedEvent, Unauthorized } from '@parley/sdk'
import type { CommandCall } from '../../command.ts'
import { createIncompleteError, usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { truncateToWidth } from '../../layout/width.ts'
import { callProgram, type ProgramReply, type WebhookCall } from '../../program/call-program.ts'
import type { Paint } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'

type ForwardedEvent = {
  at: Date
  type: string
  eventId?: string
  userId?: string
  text: string
  status?: number
  failed?: string
  milliseconds: number
}

function toForwardedEvent(
  call: WebhookCall,
  answer: ProgramReply,
  took: { at: Date; milliseconds: number },
): ForwardedEvent {
  const { userId, event: payload } = parseEnvelope(call)
  const outcome = answer.status === undefined ? { failed: answer.failed } : { status: answer.status }
  const event = payload?.event
  return { ...took, type: event?.type ?? 'unknown', eventId: payload?.eventId, userId, text: textOf(event), ...outcome }
}

type EventEnvelope = { userId?: string; event?: { eventId?: string; event?: TypedEvent } }

function parseEnvelope({ body }: WebhookCall): EventEnvelope {
  try {
    return (JSON.parse(body) ?? {}) as EventEnvelope
  } catch {
    return {}
  }
}

function textOf(event: TypedEvent | undefined): string {
  if (event?.type === 'message') return event.message.text ?? (event.message.media ? '(a file)' : '(a place)')
  if (event?.type === 'result') return event.result.labels.join(', ')
  if (event?.type === 'action') return event.action.label
  if (event?.type === 'status') return event.status.state
  return event?.type === 'system' ? event.kind : ''
}

const longestText = 60

/** Formats as `12:00:03  message  usr_01  Hello  200 in 34 ms`. */
function formatForwardedEvent(passed: ForwardedEvent, paint: Paint): string {
  const { at, type, userId = '', text, status, failed, milliseconds } = passed
  const time = at.toTimeString().slice(0, 8)
  const isGood = status !== undefined && status >= 200 && status < 300
  const outcomeText = paint(isGood ? 'green' : 'red', toPrintable(failed ?? `${status}`))
  const parts = [
    paint('dim', time),
    toPrintable(type).padEnd(7),
    toPrintable(userId),
    truncateToWidth(toPrintable(text), longestText),
  ]
  return `${parts.filter(Boolean).join('  ')}  ${outcomeText}${paint('dim', ` in ${Math.round(milliseconds)} ms`)}`
}

/** The first message of the gateway's stream. */
export type ListenHello = {
  org: string
  agent: string
  insteadOf?: string
  answerSeconds: number
  signingSecret: { last4?: string }
}

type RelayContext = Pick<CommandCall, 'io' | 'print' | 'paint' | 'json'> & {
  gateway: Gateway
  to: string
  /** Called once, when the first connection is established. */
  onBegin(hello: ListenHello): Promise<void>
}

/** A call as the gateway relays it. */
type RelayedCall = WebhookCall & { callId: string }

const minWaitMilliseconds = 500
const maxWaitMilliseconds = 15_000

/** Relays events until the user presses Ctrl-C; reconnects after a disconnect. */
export async function relayEvents(listening: RelayContext): Promise<void> {
  const { io, print } = listening
  let wasConnected = false
  let wait = minWaitMilliseconds
  const onHello = async (hello: ListenHello) => {
    wait = minWaitMilliseconds
    if (wasConnected) return print('Listening again')
    wasConnected = true
    await listening.onBegin(hello)
  }
  while (!io.interrupted.aborted) {
    const trouble = await relayOnce(listening, onHello).catch((error: unknown) => {
      if (io.interrupted.aborted) return ''
      return describeDisconnect(error, wasConnected)
    })
    if (io.interrupted.aborted) return
    if (trouble) print(`${trouble}; reconnecting`)
    await io.sleep(wait, io.interrupted)
    wait = Math.min(wait * 2, maxWaitMilliseconds)
  }
}

/**
 * Describes a temporary disconnect. Throws permanent errors: an invalid token, or a gateway that was never reachable.
 */
function describeDisconnect(error: unknown, wasConnected: boolean): string {
  if (error instanceof Unauthorized) {
    throw usageError(
      'The access token was not accepted: it may be mistyped, replaced by a newer one, or from another Parley server',
    )
  }
  const passes = error instanceof ParleyUnreachable || (error instanceof ParleyError && error.status >= 429)
  if (!wasConnected || !passes) throw error
  return toPrintable(error.message)
}

/** Relays until the connection ends; returns a description of why. */
async function relayOnce(listening: RelayContext, onHello: (hello: ListenHello) => Promise<void>): Promise<string> {
  const { gateway, io } = listening
  const request = { query: { name: listenerNameOf(io) }, signal: io.interrupted }
  let answerSeconds = 30
  for await (const { event, data } of gateway.events('/listen', request)) {
    if (event === 'listening') {
      answerSeconds = (data as ListenHello).answerSeconds
      await onHello(data as ListenHello)
    }
    // Not awaited: a slow program must not hold up the next event.
    if (event === 'call') void forwardCall(data as RelayedCall, answerSeconds, listening)
    if (event === 'ended') return endReasonOf(data as { reason: string; by?: string })
  }
  return 'The connection closed'
}

const listenerNameOf = ({ machine }: Io): string => `parley listen on ${machine}`.slice(0, 100)

function endReasonOf({ reason, by = '' }: { reason: string; by?: string }): string {
  if (reason === 'replaced') throw createIncompleteError(`Another listener took over this agent: ${toPrintable(by)}`)
  return 'The gateway closed the connection'
}

async function forwardCall(call: RelayedCall, answerSeconds: number, listening: RelayContext): Promise<void> {
  const { gateway, to, io, print, paint, json } = listening
  const [at, began] = [io.currentDate(), io.now()]
  const answer = await callProgram(call, { to, answerSeconds }, io)
  if (io.interrupted.aborted) return
  const passed = toForwardedEvent(call, answer, { at, milliseconds: io.now() - began })
  const refusal = await gateway
    .post('/listen/calls/{callId}', {
      path: { callId: call.callId },
      body: parseRelayedCall(answer),
      signal: io.interrupted,
    })
    .then(() => undefined, replyErrorOf)
  json({ ...passed, taken: refusal === undefined, ...(refusal !== undefined && { because: refusal }) })
  print(formatForwardedEvent(passed, paint) + (refusal === undefined ? '' : `  ${paint('yellow', refusal)}`))
}

function parseRelayedCall({ status, contentType, body, ...rest }: ProgramReply) {
  if (status === undefined) return rest as { failed: string }
  return {
    status,
    ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
    ...(body && { body: body.toString('base64') }),
  }
}

function replyErrorOf(error: unknown): string {
  if (error instanceof NotFound) return 'too late: the event will be delivered again'
  return error instanceof Error ? toPrintable(error.message) : 'the reply could not be sent'
}
