import type { Channel } from '../../model/channels.ts'
import { appleLimits } from './apple-limits.ts'
import { instagramLimits, messengerLimits } from './meta-limits.ts'
import { rbmLimits } from './rbm-limits.ts'
import { slackLimits } from './slack-limits.ts'
import { expectText, getMember, listArrayEntries, type PayloadNode, reportViolation } from './spot.ts'
import { webchatLimits } from './webchat-limits.ts'
import { whatsappLimits } from './whatsapp-limits.ts'

/**
 * Returns every violation of a provider's limits in a payload. The numbers come from the providers' documentation, not
 * from the profiles, so that the two check each other. Tests only.
 */
export function findLimitViolations(channel: Channel, payload: unknown): string[] {
  const spot: PayloadNode = { value: payload, path: '', found: [] }
  findHoles(spot, channel)
  limits[channel](spot)
  return spot.found
}

const limits: Record<Channel, (payload: PayloadNode) => void> = {
  rcs: rbmLimits,
  sms: (payload) => expectText(getMember(payload, 'Body'), { max: 1600 }),
  webchat: webchatLimits,
  messengerA: whatsappLimits,
  messengerB: messengerLimits,
  socialC: instagramLimits,
  vendorMessages: appleLimits,
  workchatD: slackLimits,
  aiChatE: (payload) => expectText(getMember(payload, 'text'), { max: 4096 }),
}

/** Finds what no provider accepts: a member without a value, and (except in Parley's own web chat) an empty array. */
function findHoles(spot: PayloadNode, channel: Channel): void {
  const { value } = spot
  if (value === undefined || value === null) reportViolation(spot, 'has no value')
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const least = channel === 'webchat' ? 0 : 1
    for (const entry of listArrayEntries(spot, { min: least, max: Number.POSITIVE_INFINITY })) findHoles(entry, channel)
    return
  }
  for (const key of Object.keys(value)) findHoles(getMember(spot, key), channel)
}
