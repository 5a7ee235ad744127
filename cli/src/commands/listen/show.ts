import type { TypedEvent } from '@parley/sdk'
import { truncateToWidth } from '../../layout/width.ts'
import type { ProgramReply, WebhookCall } from '../../program/call-program.ts'
import type { Paint } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'

/** An event that was passed on, and what came back. */
export type ForwardedEvent = {
  at: Date
  type: string
  eventId?: string
  userId?: string
  text: string
  status?: number
  failed?: string
  milliseconds: number
}

export function toForwardedEvent(
  call: WebhookCall,
  answer: ProgramReply,
  took: { at: Date; milliseconds: number },
): ForwardedEvent {
  const { userId, event: payload } = parseEnvelope(call)
  const came = answer.status === undefined ? { failed: answer.failed } : { status: answer.status }
  const event = payload?.event
  return { ...took, type: event?.type ?? 'unknown', eventId: payload?.eventId, userId, text: textOf(event), ...came }
}

type EventEnvelope = { userId?: string; event?: { eventId?: string; event?: TypedEvent } }

function parseEnvelope({ body }: WebhookCall): EventEnvelope {
  try {
    return (JSON.parse(body) ?? {}) as EventEnvelope
  } catch {
    return {}
  }
}

/** What it tells of, in a few words. */
function textOf(event: TypedEvent | undefined): string {
  if (event?.type === 'message') return event.message.text ?? (event.message.media ? '(a file)' : '(a place)')
  if (event?.type === 'result') return event.result.labels.join(', ')
  if (event?.type === 'action') return event.action.label
  if (event?.type === 'status') return event.status.state
  return event?.type === 'system' ? event.kind : ''
}

const longestText = 60

/** `12:00:03  message  usr_01  Hello  200 in 34 ms`. */
export function formatForwardedEvent(passed: ForwardedEvent, paint: Paint): string {
  const { at, type, userId = '', text, status, failed, milliseconds } = passed
  const time = at.toTimeString().slice(0, 8)
  const isGood = status !== undefined && status >= 200 && status < 300
  const came = paint(isGood ? 'green' : 'red', toPrintable(failed ?? `${status}`))
  const parts = [
    paint('dim', time),
    toPrintable(type).padEnd(7),
    toPrintable(userId),
    truncateToWidth(toPrintable(text), longestText),
  ]
  return `${parts.filter(Boolean).join('  ')}  ${came}${paint('dim', ` in ${Math.round(milliseconds)} ms`)}`
}
