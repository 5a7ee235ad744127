import type { Schema } from '@parley/sdk'

export type OutreachLink = Schema<'OutreachLink'>
type LinkState = 'active' | 'paused' | 'binding_deleted' | 'expired' | 'used_up'

/** Returns whether a link accepts visitors, and if not, why. */
export function outreachLinkStateOf(
  { disabled, disabledReason, expiresAt, usesRemaining }: OutreachLink,
  now: number,
): LinkState {
  if (disabled) return disabledReason ?? 'paused'
  if (Date.parse(expiresAt) <= now) return 'expired'
  return usesRemaining > 0 ? 'active' : 'used_up'
}
