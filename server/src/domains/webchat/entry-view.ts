import { createMediaView, parseMarkdown, parsePostback, readWebchatPayload, type TextRun } from '@parley/amf'
import type { EntryView, VisitorContent } from '@parley/webchat-protocol'

/** The content of `webchat_entries.payload`. */
export type StoredEntry = { view: EntryView }

/** Returns the view of what a visitor sent; undefined for a chip whose action the browser performs. */
export function toVisitorView(content: VisitorContent): EntryView | undefined {
  if (content.type === 'text') return createTextView(content.text)
  if (content.type === 'place') return createPlaceView(content)
  return content.performed ? undefined : createTextView(content.label)
}

/** Returns the view of a stored entry, also of one that was stored before entries had views. */
export function readStoredView(payload: unknown): EntryView {
  const { view } = payload as Partial<StoredEntry>
  return view ?? readFormerPayload(payload) ?? createTextView('')
}

function createTextView(text: string): EntryView {
  return { kind: 'text', text: text ? [{ text }] : [], chips: [] }
}

function createPlaceView({ latitude, longitude }: { latitude: number; longitude: number }): EntryView {
  return { kind: 'place', place: { latitude, longitude }, chips: [] }
}

/**
 * Converts a payload of the form that web chat had before its payload was the view. Old entries have it, and so may
 * native parts of callers.
 */
export function readFormerPayload(payload: unknown): EntryView | undefined {
  const convert = formerKinds[(payload as { kind?: string } | null)?.kind ?? '']
  if (!convert) return undefined
  try {
    return readWebchatPayload(convert(payload as FormerPayload))
  } catch {
    return undefined
  }
}

type FormerTap = { postback: string; id?: string }
type FormerCard = { title?: string; description?: string; mediaUrl?: string; chips: FormerTap[] }
type FormerMedia = { url: string; mediaType: string; alt?: string; caption?: string }
/** The members of all kinds together; the converted payload is validated as a whole. */
type FormerPayload = FormerMedia & {
  text: string
  chips: FormerTap[]
  card: FormerCard
  cards: FormerCard[]
  button: string
  multiple: boolean
  rows: FormerTap[]
  durationMinutes: number
  slots: FormerTap[]
  latitude: number
  longitude: number
}

const formerKinds: Record<string, ((payload: FormerPayload) => unknown) | undefined> = Object.assign(
  Object.create(null),
  {
    said: ({ text }: FormerPayload) => createTextView(text),
    place: createPlaceView,
    text: ({ text, chips }: FormerPayload) => ({ kind: 'text', text: parseMarkdown(text), chips: withTaps(chips) }),
    media: ({ chips, caption, ...media }: FormerPayload) => ({
      kind: 'media',
      media: createMediaView(media),
      ...(caption !== undefined && { text: parseMarkdown(caption) }),
      chips: withTaps(chips),
    }),
    card: ({ card, chips }: FormerPayload) => ({ kind: 'card', card: convertCard(card), chips: withTaps(chips) }),
    carousel: ({ cards, chips }: FormerPayload) => ({
      kind: 'carousel',
      cards: cards.map(convertCard),
      chips: withTaps(chips),
    }),
    list: ({ text, rows, chips, ...list }: FormerPayload) => ({
      ...list,
      text: parseMarkdown(text),
      rows: withTaps(rows),
      chips: withTaps(chips),
    }),
    times: ({ text, slots, chips, ...times }: FormerPayload) => ({
      ...times,
      text: parseMarkdown(text),
      slots: withTaps(slots),
      chips: withTaps(chips),
    }),
  },
)

function convertCard({ description, chips, ...card }: FormerCard): object {
  const runs: TextRun[] | undefined = description ? [{ text: description }] : undefined
  return { ...card, ...(runs && { description: runs }), chips: withTaps(chips) }
}

function withTaps(entries: readonly FormerTap[]): object[] {
  return entries.map(({ id: _, ...entry }) => ({ ...entry, tap: parsePostback(entry.postback)?.tap ?? 0 }))
}
