import type { Channel } from '../model/channels.ts'
import type { ChipKind } from '../model/chip.ts'
import type { Bubble, BubbleCard, BubbleChip } from '../render/bubble.ts'
import type { BubbleView } from '../view/bubble-view.ts'

export type BubbleKind = Bubble['kind']
export type BubbleOf<K extends BubbleKind> = Extract<Bubble, { kind: K }>

/** One function per kind of bubble that the provider supports. */
export type Builders = {
  [K in Exclude<BubbleKind, 'native'>]?: (bubble: BubbleOf<K>, context: WireContext) => object
}

export type WirePlan = {
  channel: Channel
  builders: Builders
  /** The kinds of bubble that can carry chips at the provider. */
  chipsUnder: readonly BubbleKind[]
  /** Whether media can carry a caption. */
  captions?: boolean
}

/**
 * Throws for content that the plan has no slot for: the renderer should not have produced such a bubble, and sending it
 * without its chips or caption would drop content silently.
 */
export function createWire({ channel, builders, chipsUnder, captions }: WirePlan): Wire {
  return (bubble, context) => {
    const { kind, chips } = bubble
    if (chips.length > 0 && !chipsUnder.includes(kind)) throw new Error(`${channel} has no chips under a ${kind}`)
    if (kind === 'media' && bubble.caption?.marked && !captions) throw new Error(`${channel} has no captions`)
    if (kind === 'native') return bubble.payload
    const build = builders[kind] as ((bubble: Bubble, context: WireContext) => object) | undefined
    if (!build) throw new Error(`${channel} cannot show a ${kind}`)
    return build(bubble, context)
  }
}

export type WireContext = {
  /** Returns the payload that comes back when the affordance is tapped or picked; at most 200 bytes. */
  postback(tap: number): string
  /** Returns what a person sees of the bubble. */
  toView(bubble: Bubble): BubbleView
}

/**
 * Builds the provider's request body for a bubble, without the recipient: the adapter adds addresses and credentials.
 */
export type Wire = (bubble: Bubble, context: WireContext) => unknown

/** Removes undefined members: some providers reject null, and comparisons see the difference. */
export function omitUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}

/** Providers reject empty arrays. */
export function undefinedIfEmpty<T>(entries: readonly T[]): readonly T[] | undefined {
  return entries.length > 0 ? entries : undefined
}

/** Asserts a value that the message schema guarantees but the bubble type cannot express. */
export function requireValue<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`)
  return value
}

/** Keeps only the characters a dialer accepts: digits, and the leading plus. */
export function toDialable(phone: string): string {
  return phone.replace(/[^\d+]/g, '')
}

export function getFileName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1)
  return last ? decoded(last) : 'file'
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The readable text and the tappable chips: for transcripts and for the fallback text of a notification. */
type ReadableBubble = { text: string; chips: { label: string; kind: ChipKind; tap: number }[] }

export function toReadableBubble(bubble: Bubble): ReadableBubble {
  const read = readers[bubble.kind] as (bubble: Bubble) => string
  return { text: read(bubble), chips: chipsOf(bubble).map(({ label, kind, tap }) => ({ label, kind, tap })) }
}

const readers: { [K in BubbleKind]: (bubble: BubbleOf<K>) => string } = {
  text: ({ text }) => text.plain,
  media: ({ caption, alt }) => caption?.plain || alt || '',
  card: ({ card }) => cardText(card),
  carousel: ({ text, cards }) => [text?.plain, ...cards.map(cardText)].filter(Boolean).join('\n\n'),
  list: ({ text, rows }) => lines([text.plain, ...rows.map(rowText)]),
  times: ({ text, slots }) => lines([text.plain, ...slots.map(({ label }) => label)]),
  locationRequest: ({ text }) => text.plain,
  place: ({ name, address }) => lines([name, address]),
  native: ({ payload }) => lines(textsIn(payload)),
}

function cardText({ title, description }: BubbleCard): string {
  return lines([title, description])
}

function rowText({ title, description }: { title: string; description?: string }): string {
  return description ? `${title}: ${description}` : title
}

function chipsOf(bubble: Bubble): BubbleChip[] {
  const cards = bubble.kind === 'card' ? [bubble.card] : bubble.kind === 'carousel' ? bubble.cards : []
  return [...cards.flatMap((card) => card.chips), ...bubble.chips]
}

/** Compared in lowercase: Twilio writes `Body`. */
const textKeys = ['text', 'title', 'body', 'description', 'label', 'caption']

/** A native payload has no known shape: text under one of these keys is most likely shown to the person. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' && textKeys.includes(key.toLowerCase()) ? [member] : textsIn(member),
  )
}

function lines(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n')
}
