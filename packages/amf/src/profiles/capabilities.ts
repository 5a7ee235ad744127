import type { Channel } from '../model/channels.ts'
import type { ChipKind } from '../model/chip.ts'
import type { Markup, Profile } from './profile.ts'

export const windowStates = ['open', 'closed'] as const
export type WindowState = (typeof windowStates)[number]

/** The capability document: what a person's channel can show, as reported by the gateway. */
export type Capabilities = {
  userId: string
  channel: Channel
  provider: string
  /** `markdown` names the flavor. */
  text: { maxLength: number; markdown: false | Exclude<Markup, 'plain'> }
  chips: { max: number; labelMaxLength: number; kinds: readonly ChipKind[] }
  card: boolean
  carousel: boolean
  listPicker: boolean
  timePicker: boolean
  locationRequest: boolean
  media: { types: readonly string[]; maxBytes: number }
  typing: boolean
  readReceipts: boolean
  window: { state: WindowState; hours?: number }
}

export type CapabilityContext = { userId: string; provider: string; windowState?: WindowState }

export function describeCapabilities(profile: Profile, context: CapabilityContext): Capabilities {
  const { text, chips, media } = profile
  return {
    userId: context.userId,
    channel: profile.channel,
    provider: context.provider,
    text: { maxLength: text.maxLength, markdown: text.markup === 'plain' ? false : text.markup },
    chips: { max: chips.max, labelMaxLength: chips.labelMaxLength, kinds: chips.kinds },
    card: profile.card !== undefined,
    carousel: profile.carousel !== undefined,
    listPicker: profile.listPicker !== undefined,
    timePicker: profile.timePicker !== undefined,
    locationRequest: profile.locationRequest !== undefined,
    media: { types: media.types, maxBytes: media.maxBytes },
    typing: profile.typing,
    readReceipts: profile.receipts.includes('read'),
    window: describeWindow(profile.windowHours, context.windowState),
  }
}

/** The window can be closed only on channels that have one. */
function describeWindow(hours: number | undefined, state: WindowState = 'open'): Capabilities['window'] {
  return hours === undefined ? { state: 'open' } : { state, hours }
}
