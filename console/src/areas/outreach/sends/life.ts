import type { Send } from './useSends.ts'

type LifeStep = {
  kind:
    | 'queued'
    | 'nextAttempt'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'read'
    | 'responded'
    | 'failed'
    | 'undelivered'
    | 'suppressed'
    | 'cancelled'
  at?: string
  reason?: string
  /** It is still to come. */
  ahead?: boolean
}

type Lived = Pick<
  Send,
  'state' | 'reason' | 'queuedAt' | 'sentAt' | 'failedAt' | 'cancelledAt' | 'respondedAt' | 'nextAttemptAt' | 'delivery'
>

/** What became of a send, in the order in which it happened. */
export function lifeOf(send: Lived): LifeStep[] {
  const { delivery } = send
  return [
    { kind: 'queued', at: send.queuedAt },
    ...endOf(send),
    ...(send.sentAt && delivery.delivered ? [{ kind: 'delivered', at: delivery.deliveredAt } as const] : []),
    ...(send.sentAt && delivery.read ? [{ kind: 'read', at: delivery.readAt } as const] : []),
    ...(delivery.known && delivery.failed
      ? [{ kind: 'undelivered', at: delivery.failedAt, reason: delivery.failReason } as const]
      : []),
    ...(send.respondedAt ? [{ kind: 'responded', at: send.respondedAt } as const] : []),
  ]
}

function endOf({ state, reason, sentAt, failedAt, cancelledAt, nextAttemptAt }: Lived): LifeStep[] {
  if (state === 'sent') return [{ kind: 'sent', at: sentAt }]
  if (state === 'sending') return [{ kind: 'sending' }]
  if (state === 'failed') return [{ kind: 'failed', at: failedAt, reason }]
  if (state === 'suppressed') return [{ kind: 'suppressed', at: failedAt, reason }]
  if (state === 'cancelled') return [{ kind: 'cancelled', at: cancelledAt }]
  return nextAttemptAt ? [{ kind: 'nextAttempt', at: nextAttemptAt, reason, ahead: true }] : []
}
