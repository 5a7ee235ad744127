import type { ChatChannel, Message, Rendered } from '../turn.ts'
import { seenOnMessengerA } from './messenger-a.ts'
import { seenOnRcs } from './rcs.ts'
import { fileName, type Seen, type SeenCard, type SeenFile, type SeenPick } from './seen.ts'
import { seenOnVendorMessages } from './vendor-messages.ts'

/** Something that can be tapped, and the number that stands for it; `target` is where it leads. */
export type Offer = { number: number; label: string; kind: string; target?: string; messageId: string; index: number }
type Offered = Omit<Offer, 'number' | 'messageId'>

/** What a channel shows as one message. Whatever is in here is still the words of others. */
export type Bubble = {
  text: string
  files: SeenFile[]
  cards: { title?: string; description?: string; picture?: string; offers: Offer[] }[]
  picks: { offer: Offer; description?: string }[]
  /** Several of the picks may be chosen. */
  multiple: boolean
  asksLocation: boolean
  chips: Offer[]
}

/** A message as a persona on this channel sees it. `next` gives numbers, in the order in which it is read. */
export function bubblesOf({ messageId, rendered }: Message, channel: ChatChannel, next: () => number): Bubble[] {
  const offer = (offered: Offered) => ({ number: next(), messageId, ...offered })
  return rendered.map((one) => bubbleOf(one, seenOn[channel](one.native, one.text), offer))
}

const seenOn: Record<ChatChannel, (native: unknown, text: string) => Seen> = {
  rcs: seenOnRcs,
  sms: () => ({}),
  messengerA: seenOnMessengerA,
  vendorMessages: seenOnVendorMessages,
}

type MakeOffer = (offered: Offered) => Offer

function bubbleOf({ native, text, chips }: Rendered, seen: Seen, offer: MakeOffer): Bubble {
  const { files = [], cards = [], picks = [], multiple = false, asksLocation = false } = seen
  const { onCards, below } = placed(cards, chips)
  const offered = (chip: Chip) =>
    offer({ label: chip.label, kind: chip.kind, index: chip.tap, ...targetOf(native, chip) })
  return {
    text: cards.length > 0 ? (seen.text ?? '') : above(text, picks),
    files,
    cards: cards.map(({ native: _, picture, ...card }, place) => ({
      ...card,
      ...(picture !== undefined && { picture: fileName(picture) }),
      offers: (onCards[place] ?? []).map(offered),
    })),
    picks: picks.flatMap(({ id, title, description }) => {
      const index = tapOf(id)
      return index === undefined ? [] : [{ offer: offer({ label: title, kind: 'reply', index }), description }]
    }),
    multiple,
    asksLocation,
    chips: below.map(offered),
  }
}

type Chip = Rendered['chips'][number]

/** Known by what it sends back, or by its words where the payload does not hold that: once on each card. */
function placed(cards: readonly SeenCard[], chips: readonly Chip[]): { onCards: Chip[][]; below: Chip[] } {
  const strings = cards.map(({ native }) => stringsIn(native))
  const onCards = cards.map((): Chip[] => [])
  const below: Chip[] = []
  for (const chip of chips) {
    const sends = strings.findIndex((known) => known.some((text) => tapOf(text) === chip.tap))
    const says = strings.findIndex(
      (known, place) => known.includes(chip.label) && !onCards[place]?.some(({ label }) => label === chip.label),
    )
    const place = onCards[sends < 0 && chip.kind !== 'reply' ? says : sends]
    if (place) place.push(chip)
    else below.push(chip)
  }
  return { onCards, below }
}

/** Where a chip that is no answer leads, as it stands beside its words in the payload. */
function targetOf(native: unknown, chip: Chip): { target?: string } {
  if (chip.kind === 'reply') return {}
  const beside = objectsIn(native).find((one) => {
    const values = Object.values(one)
    return (
      values.includes(chip.label) && values.every((value) => tapOf(value) === undefined || tapOf(value) === chip.tap)
    )
  })
  const [target] = objectsIn(beside).flatMap(({ url, phoneNumber }) =>
    [url, phoneNumber].filter((one) => typeof one === 'string'),
  )
  return target === undefined ? {} : { target }
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}

const stringsIn = (value: unknown): string[] =>
  objectsIn(value).flatMap((one) => Object.values(one).filter((member) => typeof member === 'string'))

/** What is sent back when something is tapped names it. */
function tapOf(postback: unknown): number | undefined {
  const [, index] = (typeof postback === 'string' && /^amf\|.+\|(\d{1,6})$/s.exec(postback)) || []
  return index === undefined ? undefined : Number(index)
}

/** What a person reads tells of the rows, too, which are drawn by themselves. */
function above(text: string, picks: readonly SeenPick[]): string {
  const rows = picks.map(({ title, description }) => (description ? `${title}: ${description}` : title)).join('\n')
  return rows !== '' && text.endsWith(rows) ? text.slice(0, -rows.length).trimEnd() : text
}
