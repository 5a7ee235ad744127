import { strings } from '#i18n/sends.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import type { OutreachSend } from './useSends.ts'

const { sends } = strings

/** Shows the furthest state of a send: a sent message may also be delivered or read. */
export function SendStateBadge({ send: { state, delivery } }: { send: Pick<OutreachSend, 'state' | 'delivery'> }) {
  if (state !== 'sent' || !delivery.known) return <StatusBadge status={state} label={sends.states[state]} />
  if (delivery.failed) return <StatusBadge status="failed" label={sends.undelivered} />
  if (delivery.read) return <StatusBadge status="read" label={sends.read} />
  return delivery.delivered ? (
    <StatusBadge status="delivered" label={sends.delivered} />
  ) : (
    <StatusBadge status="sent" label={sends.states.sent} />
  )
}
