import { strings } from '#i18n/webhooks.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import type { Webhook, WebhookDelivery } from './data.ts'
import { webhookStateOf } from './webhook-state.ts'

export function WebhookDeliveryBadge({ status }: { status: WebhookDelivery['status'] }) {
  return <StatusBadge status={status} label={strings.webhooks.deliveryStates[status]} />
}

const colors = { active: 'active', failing: 'warning', paused: 'paused', deactivated: 'deactivated' }

export function WebhookStateBadge({ webhook }: { webhook: Webhook }) {
  const state = webhookStateOf(webhook)
  return <StatusBadge status={colors[state]} label={strings.webhooks.states[state]} />
}
