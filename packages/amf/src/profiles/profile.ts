import type { Channel } from '../model/channels.ts'
import type { ChipKind } from '../model/chip.ts'

/** The unit of a length: UTF-16 units, as at most providers, or UTF-8 bytes. */
export type LengthUnit = 'characters' | 'bytes'

/** `starred` is `*bold* _italic_ ~struck~`; `mrkdwn` adds `<url|text>` links and escapes `&<>`. */
export type Markup = 'plain' | 'commonmark' | 'starred' | 'mrkdwn'

/** Chip limits of one position: under a message, or on a card. */
export type ChipSlot = {
  max: number
  labelMaxLength: number
  kinds: readonly ChipKind[]
  /** Minimum number of chips, if there are any. */
  min?: number
  /** Accepts replies or a single link, never both. */
  repliesOrOneLink?: boolean
}

/** The capabilities of a channel, as data. An absent field means the channel lacks the feature. */
export type Profile = {
  channel: Channel
  text: { maxLength: number; unit: LengthUnit; markup: Markup }
  chips: ChipSlot & {
    /** Shorter limit for a text that has chips. */
    textMaxLength?: number
    /** Bubble kinds other than text that can carry chips. */
    under?: readonly ('card' | 'carousel' | 'media')[]
    /** Chips disappear when another message follows, so only the last message of a reply can carry them. */
    vanish?: boolean
  }
  card?: { titleMaxLength: number; descriptionMaxLength: number; chips: ChipSlot; titleRequired?: boolean }
  carousel?: {
    min: number
    max: number
    chips: ChipSlot
    /** Limit for title and description together. */
    textMaxLength?: number
    /** The channel requires a text above the cards, with at most this many characters. */
    introductionMaxLength?: number
    /** Every card needs an image, and all cards the same chip layout. */
    alike?: boolean
  }
  listPicker?: {
    /** With fewer options than this, chips are preferred. */
    from: number
    max: number
    titleMaxLength: number
    descriptionMaxLength: number
    textMaxLength: number
    multiple: boolean
    /** Image types that a row can show. */
    pictures: readonly string[]
  }
  timePicker?: { titleMaxLength: number }
  /** As a chip, or as a dedicated message type. */
  locationRequest?: 'chip' | 'message'
  placeMessage?: boolean
  media: { types: readonly string[]; maxBytes: number; captionMaxLength: number }
  typing: boolean
  receipts: readonly ('delivered' | 'read')[]
  /** Hours after the person's last message during which the agent may write. */
  windowHours?: number
}

const windowStates = ['open', 'closed'] as const
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

type CapabilityContext = { userId: string; provider: string; windowState?: WindowState }

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
