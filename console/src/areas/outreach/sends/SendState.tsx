import { words } from '#words/sends.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import type { Send } from './useSends.ts'

const { sends } = words

/** As far as a send has come: what was handed over may be delivered and read. */
export function SendState({ send: { state, delivery } }: { send: Pick<Send, 'state' | 'delivery'> }) {
  if (state !== 'sent' || !delivery.known) return <StatusBadge status={state} label={sends.states[state]} />
  if (delivery.failed) return <StatusBadge status="failed" label={sends.undelivered} />
  if (delivery.read) return <StatusBadge status="read" label={sends.read} />
  return delivery.delivered ? (
    <StatusBadge status="delivered" label={sends.delivered} />
  ) : (
    <StatusBadge status="sent" label={sends.states.sent} />
  )
}
