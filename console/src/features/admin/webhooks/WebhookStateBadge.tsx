import { strings } from '#i18n/admin.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { type Webhook, webhookStateOf } from './webhook-state.ts'

const colors = { active: 'active', failing: 'warning', paused: 'paused', deactivated: 'deactivated' }

export function WebhookStateBadge({ webhook }: { webhook: Webhook }) {
  const state = webhookStateOf(webhook)
  return <StatusBadge status={colors[state]} label={strings.webhooks.states[state]} />
}
