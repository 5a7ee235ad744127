import type { Chip, ChipKind } from '../model/chip.ts'
import type { DateTime } from '../model/values.ts'

/**
 * One message as a channel shows it, within every limit of its profile. `tap` is an index into the rendering's
 * `affordances`, which define what a tap on it, or its number, answers.
 */
export type Bubble =
  | TextBubble
  | MediaBubble
  | CardBubble
  | CarouselBubble
  | ListBubble
  | TimesBubble
  | LocationRequestBubble
  | PlaceBubble
  | NativeBubble

/** A text in two forms: in the channel's markup (`marked`), and as a person reads it (`plain`). */
export type RenderedText = { marked: string; plain: string }

export type BubbleChip = {
  label: string
  kind: ChipKind
  tap: number
} & Pick<Chip, 'url' | 'phone' | 'event' | 'place'>

export type TextBubble = { kind: 'text'; text: RenderedText; chips: BubbleChip[] }

export type MediaBubble = {
  kind: 'media'
  url: string
  mediaType: string
  alt?: string
  caption?: RenderedText
  chips: BubbleChip[]
}

/** Title and description are plain text. */
export type BubbleCard = { title?: string; description?: string; mediaUrl?: string; chips: BubbleChip[] }

export type CardBubble = { kind: 'card'; card: BubbleCard; chips: BubbleChip[] }

/** `text` appears above the cards, on channels that require one. */
export type CarouselBubble = { kind: 'carousel'; text?: RenderedText; cards: BubbleCard[]; chips: BubbleChip[] }

export type ListRow = { title: string; description?: string; mediaUrl?: string; tap: number }

export type ListBubble = {
  kind: 'list'
  text: RenderedText
  /** Label of the button that opens the list, where the channel needs one. */
  button: string
  multiple: boolean
  rows: ListRow[]
  chips: BubbleChip[]
}

export type TimesBubble = {
  kind: 'times'
  text: RenderedText
  durationMinutes: number
  slots: { start: DateTime; label: string; tap: number }[]
  chips: BubbleChip[]
}

export type LocationRequestBubble = { kind: 'locationRequest'; text: RenderedText; tap: number; chips: BubbleChip[] }

export type PlaceBubble = {
  kind: 'place'
  name?: string
  address?: string
  latitude: number
  longitude: number
  chips: BubbleChip[]
}

/** The caller's own payload, passed through unchanged. */
export type NativeBubble = { kind: 'native'; payload: unknown; chips: BubbleChip[] }
