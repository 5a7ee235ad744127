import type { Chip, ChipKind } from '../model/chip.ts'
import type { DateTime } from '../model/values.ts'
import type { Profile } from '../profiles/profile.ts'
import type { TextRun } from '../text/runs.ts'
import type { RenderContext } from './render-context.ts'

/** A message lowered to the channel's features, before its limits are applied. */
export type Draft =
  | TextDraft
  | MediaDraft
  | CardsDraft
  | ListDraft
  | TimesDraft
  | LocationDraft
  | PlaceDraft
  | NativeDraft

/**
 * `path` is the source position in the message, for the loss report; `inText`: the text above already contains all of its
 * event or place.
 */
export type DraftChip = { label: string; kind: ChipKind; tap: number; path: string; inText?: true } & Pick<
  Chip,
  'url' | 'phone' | 'event' | 'place'
>

export type TextDraft = {
  kind: 'text'
  runs: TextRun[]
  chips: DraftChip[]
  path: string
  /** Chips under this text would disappear with the next message, so they are written as text. */
  chipless?: true
  /** The text for its chips follows without a blank line. */
  tight?: true
  /** Answered by a number, which the rendering asks for once at the end. */
  byNumber?: true
}

export type MediaDraft = {
  kind: 'media'
  url: string
  mediaType?: string
  alt?: string
  caption?: string
  chips: DraftChip[]
  path: string
}

export type DraftCard = { title?: string; description?: string; mediaUrl?: string; chips: DraftChip[]; path: string }

/** One card, or several that prefer to be a carousel; `chips` go below them. */
export type CardsDraft = { kind: 'cards'; cards: DraftCard[]; chips: DraftChip[]; path: string }

export type DraftRow = { title: string; description?: string; mediaUrl?: string; tap: number; path: string }

export type ListDraft = { kind: 'list'; runs: TextRun[]; rows: DraftRow[]; multiple: boolean; path: string }

export type TimesDraft = {
  kind: 'times'
  runs: TextRun[]
  durationMinutes: number
  slots: { start: DateTime; label: string; tap: number }[]
  path: string
}

export type LocationDraft = { kind: 'locationRequest'; runs: TextRun[]; tap: number; path: string }

export type PlaceDraft = {
  kind: 'place'
  name?: string
  address?: string
  latitude: number
  longitude: number
  path: string
}

export type NativeDraft = { kind: 'native'; payload: unknown; path: string }

export function acceptsChips(draft: Draft): draft is TextDraft | MediaDraft | CardsDraft {
  return draft.kind === 'text' || draft.kind === 'media' || draft.kind === 'cards'
}

const chiplessProfiles = new WeakMap<Profile, Profile>()

/** Returns the context for the same channel as if it had no chips under messages. */
export function withoutChips(context: RenderContext): RenderContext {
  const { profile } = context
  let floor = chiplessProfiles.get(profile)
  if (!floor) {
    const { locationRequest: _, ...rest } = profile
    floor = { ...rest, chips: { ...profile.chips, max: 0, kinds: [] } }
    chiplessProfiles.set(profile, floor)
  }
  return { ...context, profile: floor }
}
