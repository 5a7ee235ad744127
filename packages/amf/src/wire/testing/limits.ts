import type { Channel } from '../../model/channels.ts'
import { appleLimits } from './apple-limits.ts'
import { instagramLimits, messengerLimits } from './meta-limits.ts'
import { rbmLimits } from './rbm-limits.ts'
import { slackLimits } from './slack-limits.ts'
import { entries, isText, member, report, type Spot } from './spot.ts'
import { webchatLimits } from './webchat-limits.ts'
import { whatsappLimits } from './whatsapp-limits.ts'

/**
 * Every break of a provider's limits in a payload. The numbers are written again from the providers' documentation, not
 * taken from the profiles, so that the two check each other. For tests only.
 */
export function violations(channel: Channel, payload: unknown): string[] {
  const spot: Spot = { value: payload, path: '', found: [] }
  findHoles(spot, channel)
  limits[channel](spot)
  return spot.found
}

const limits: Record<Channel, (payload: Spot) => void> = {
  rcs: rbmLimits,
  sms: (payload) => isText(member(payload, 'Body'), { max: 1600 }),
  webchat: webchatLimits,
  messengerA: whatsappLimits,
  messengerB: messengerLimits,
  socialC: instagramLimits,
  vendorMessages: appleLimits,
  workchatD: slackLimits,
  aiChatE: (payload) => isText(member(payload, 'text'), { max: 4096 }),
}

/** What no provider takes: a member without a value, and (but for our own web chat) an array without entries. */
function findHoles(spot: Spot, channel: Channel): void {
  const { value } = spot
  if (value === undefined || value === null) report(spot, 'has no value')
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const least = channel === 'webchat' ? 0 : 1
    for (const entry of entries(spot, { min: least, max: Number.POSITIVE_INFINITY })) findHoles(entry, channel)
    return
  }
  for (const key of Object.keys(value)) findHoles(member(spot, key), channel)
}
