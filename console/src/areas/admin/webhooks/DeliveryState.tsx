import { words } from '#words/admin.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import type { Delivery } from './data.ts'

export function DeliveryState({ status }: { status: Delivery['status'] }) {
  return <StatusBadge status={status} label={words.webhooks.deliveryStates[status]} />
}
