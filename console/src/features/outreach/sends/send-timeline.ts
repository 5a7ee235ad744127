import type { OutreachSend } from './useSends.ts'

type SendTimelineStep = {
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
  isPending?: boolean
}

type SendTimelineInput = Pick<
  OutreachSend,
  'state' | 'reason' | 'queuedAt' | 'sentAt' | 'failedAt' | 'cancelledAt' | 'respondedAt' | 'nextAttemptAt' | 'delivery'
>

export function buildSendTimeline(send: SendTimelineInput): SendTimelineStep[] {
  const { delivery } = send
  return [
    { kind: 'queued', at: send.queuedAt },
    ...stateSteps(send),
    ...(send.sentAt && delivery.delivered ? [{ kind: 'delivered', at: delivery.deliveredAt } as const] : []),
    ...(send.sentAt && delivery.read ? [{ kind: 'read', at: delivery.readAt } as const] : []),
    ...(delivery.known && delivery.failed
      ? [{ kind: 'undelivered', at: delivery.failedAt, reason: delivery.failReason } as const]
      : []),
    ...(send.respondedAt ? [{ kind: 'responded', at: send.respondedAt } as const] : []),
  ]
}

function stateSteps({
  state,
  reason,
  sentAt,
  failedAt,
  cancelledAt,
  nextAttemptAt,
}: SendTimelineInput): SendTimelineStep[] {
  if (state === 'sent') return [{ kind: 'sent', at: sentAt }]
  if (state === 'sending') return [{ kind: 'sending' }]
  if (state === 'failed') return [{ kind: 'failed', at: failedAt, reason }]
  if (state === 'suppressed') return [{ kind: 'suppressed', at: failedAt, reason }]
  if (state === 'cancelled') return [{ kind: 'cancelled', at: cancelledAt }]
  return nextAttemptAt ? [{ kind: 'nextAttempt', at: nextAttemptAt, reason, isPending: true }] : []
}
