import { strings } from '#i18n/admin.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import type { WebhookDelivery } from './data.ts'

export function WebhookDeliveryBadge({ status }: { status: WebhookDelivery['status'] }) {
  return <StatusBadge status={status} label={strings.webhooks.deliveryStates[status]} />
}
