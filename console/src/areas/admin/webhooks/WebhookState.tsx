import { words } from '#words/admin.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { stateOf, type Webhook } from './state.ts'

const colours = { active: 'active', failing: 'warning', paused: 'paused', deactivated: 'deactivated' }

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook)
  return <StatusBadge status={colours[state]} label={words.webhooks.states[state]} />
}
