import type { InitiationResult } from '../../../conversations/index.ts'
import { isSwitchedOff, resolveFailedOpening } from '../failed-opening.ts'
import { type CancelledSend, holdFor, type PostponedSend, type RefusedSend } from '../readiness.ts'

export type ClaimedSendResult =
  | { kind: 'sent'; at: Date; messageId: string; text: string }
  | ({ kind: 'ended'; messageId?: string; tries: number } & RefusedSend)
  | { kind: 'again'; detail: string; retryAfterSeconds?: number }
  | ({ kind: 'held' } & PostponedSend)
  /** The channel may already have the message. */
  | { kind: 'unresolved'; messageId: string; detail: string }
  | { kind: 'cancelled'; detail: string }

export function toUndispatchedResult(judged: RefusedSend | PostponedSend | CancelledSend): ClaimedSendResult {
  if ('until' in judged) return { kind: 'held', ...judged }
  if (judged.state === 'cancelled') return { kind: 'cancelled', detail: judged.detail }
  return { kind: 'ended', ...judged, tries: 0 }
}

export function toDispatchedResult(opened: InitiationResult, now: Date): ClaimedSendResult {
  if (opened.kind === 'handed') return { ...opened, kind: 'sent' }
  if (opened.kind === 'unresolved') return opened
  if (isSwitchedOff(opened)) return { kind: 'held', ...holdFor('binding_disabled', now) }
  const { kind, ...ending } = resolveFailedOpening(opened, { isLast: false })
  const messageId = opened.kind === 'failed' ? opened.messageId : undefined
  if (kind === 'again') return { kind, ...(ending as { detail: string; retryAfterSeconds?: number }) }
  const ended = ending as RefusedSend
  return { kind: 'ended', ...ended, messageId, tries: ended.state === 'suppressed' ? 0 : 1 }
}

export type SendUpdate = {
  id: string
  state: 'queued' | 'sent' | 'failed' | 'suppressed' | 'cancelled'
  tries: number
  [column: string]: unknown
}

/** How long to wait before checking the outcome of a send, if no notification arrives earlier. */
export const unresolvedSeconds = 60

/** The same delay before the second attempt as for any send. */
export const secondAttemptSeconds = 120

export function toSendUpdate(id: string, result: ClaimedSendResult, now: Date): SendUpdate {
  if (result.kind === 'sent') {
    return { id, state: 'sent', tries: 1, message_id: result.messageId, sent_at: result.at }
  }
  if (result.kind === 'ended') {
    const { state, reason, detail, tries, messageId } = result
    return { id, state, reason, detail, tries, message_id: messageId, failed_at: now }
  }
  if (result.kind === 'cancelled') return { id, state: 'cancelled', tries: 0, detail: result.detail, cancelled_at: now }
  if (result.kind === 'held') {
    return { id, state: 'queued', tries: 0, due_at: result.until, hold_reason: result.heldFor }
  }
  if (result.kind === 'unresolved') {
    const due_at = new Date(now.getTime() + unresolvedSeconds * 1000)
    return { id, state: 'queued', tries: 1, due_at, message_id: result.messageId, unresolved: true }
  }
  const seconds = Math.max(secondAttemptSeconds, result.retryAfterSeconds ?? 0)
  const due_at = new Date(now.getTime() + seconds * 1000)
  return { id, state: 'queued', tries: 1, due_at, last_error: result.detail }
}
