import type { Chip, ChipKind } from '../model/chip.ts'
import type { DateTime } from '../model/values.ts'

/**
 * What a channel shows as one message, with every limit of its profile kept. `tap` is the place of an affordance in the
 * list that the rendering gives beside the bubbles: what a tap on it, or its number, answers.
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

/** A text twice: as the channel takes it (`marked`), and as a person reads it (`plain`). */
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

/** Title and description are plain words. */
export type BubbleCard = { title?: string; description?: string; mediaUrl?: string; chips: BubbleChip[] }

export type CardBubble = { kind: 'card'; card: BubbleCard; chips: BubbleChip[] }

/** `text` stands above the cards, on a channel that wants one there. */
export type CarouselBubble = { kind: 'carousel'; text?: RenderedText; cards: BubbleCard[]; chips: BubbleChip[] }

export type ListRow = { title: string; description?: string; mediaUrl?: string; tap: number }

export type ListBubble = {
  kind: 'list'
  text: RenderedText
  /** What opens the list, where that needs a button. */
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

/** A payload of the caller's own, passed through as it is. */
export type NativeBubble = { kind: 'native'; payload: unknown; chips: BubbleChip[] }
