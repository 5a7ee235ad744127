import type { Webhook } from './data.ts'

type WebhookState = 'active' | 'failing' | 'paused' | 'deactivated'

export function webhookStateOf({ active, deactivation, failingSince }: Webhook): WebhookState {
  if (!active) return deactivation ? 'deactivated' : 'paused'
  return failingSince ? 'failing' : 'active'
}
