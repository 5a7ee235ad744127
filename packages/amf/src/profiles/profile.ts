import type { Channel } from '../model/channels.ts'
import type { ChipKind } from '../model/chip.ts'

/** What a length counts: UTF-16 units, as most providers do, or bytes of UTF-8. */
export type LengthUnit = 'characters' | 'bytes'

/** `starred` is `*bold* _italic_ ~struck~`; `mrkdwn` is that with `<url|text>` links and `&<>` escaped. */
export type Markup = 'plain' | 'commonmark' | 'starred' | 'mrkdwn'

/** Where chips can stand: under a message, or on a card. */
export type ChipSlot = {
  max: number
  labelMaxLength: number
  kinds: readonly ChipKind[]
  /** At least so many, or none. */
  min?: number
  /** Replies or a single link, never both. */
  repliesOrOneLink?: boolean
}

/** What a channel can show, as data. Where something is absent, the channel has no such thing. */
export type Profile = {
  channel: Channel
  text: { maxLength: number; unit: LengthUnit; markup: Markup }
  chips: ChipSlot & {
    /** A text that chips stand under is held shorter. */
    textMaxLength?: number
    /** What they can stand under beside text. */
    under?: readonly ('card' | 'carousel' | 'media')[]
    /** They are gone once another message stands below: only the last message of a reply can carry them. */
    vanish?: boolean
  }
  card?: { titleMaxLength: number; descriptionMaxLength: number; chips: ChipSlot; titleRequired?: boolean }
  carousel?: {
    min: number
    max: number
    chips: ChipSlot
    /** Title and description together. */
    textMaxLength?: number
    /** A text stands above the cards, of at most so many characters. */
    introductionMaxLength?: number
    /** Each card with a picture, and all with chips of one shape. */
    alike?: boolean
  }
  listPicker?: {
    /** With fewer options than this, chips are nicer. */
    from: number
    max: number
    titleMaxLength: number
    descriptionMaxLength: number
    textMaxLength: number
    multiple: boolean
    /** Of these types; a row shows no other. */
    pictures: readonly string[]
  }
  timePicker?: { titleMaxLength: number }
  /** By a chip, or by a message of its own kind. */
  locationRequest?: 'chip' | 'message'
  /** A place can be a message of its own. */
  placeMessage?: boolean
  media: { types: readonly string[]; maxBytes: number; captionMaxLength: number }
  typing: boolean
  receipts: readonly ('delivered' | 'read')[]
  /** Hours after the person last wrote in which the agent may write. */
  windowHours?: number
}
