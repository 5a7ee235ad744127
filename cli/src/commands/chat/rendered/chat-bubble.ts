import type { ChatChannel, ChatMessage, RenderedPart } from '../persona-types.ts'
import { readMessengerAPayload } from './messenger-a.ts'
import {
  fileNameOf,
  type NativeCard,
  type NativeContent,
  type NativeFile,
  type NativeOption,
} from './native-content.ts'
import { readRcsPayload } from './rcs.ts'
import { readVendorMessagesPayload } from './vendor-messages.ts'

/** Something that can be tapped, and the number that stands for it; `target` is where it leads. */
export type ChatOffer = {
  number: number
  label: string
  kind: string
  target?: string
  messageId: string
  index: number
}
type UnnumberedOffer = Omit<ChatOffer, 'number' | 'messageId'>

/** What a channel shows as one message. Whatever is in here is still the words of others. */
export type ChatBubble = {
  text: string
  files: NativeFile[]
  cards: { title?: string; description?: string; picture?: string; offers: ChatOffer[] }[]
  options: { offer: ChatOffer; description?: string }[]
  /** Several of the picks may be chosen. */
  multiple: boolean
  asksLocation: boolean
  chips: ChatOffer[]
}

/** A message as a persona on this channel sees it. `next` gives numbers, in the order in which it is read. */
export function toChatBubbles(
  { messageId, rendered }: ChatMessage,
  channel: ChatChannel,
  next: () => number,
): ChatBubble[] {
  const offer = (offered: UnnumberedOffer) => ({ number: next(), messageId, ...offered })
  return rendered.map((one) => toChatBubble(one, readPayloadFor[channel](one.native, one.text), offer))
}

const readPayloadFor: Record<ChatChannel, (native: unknown, text: string) => NativeContent> = {
  rcs: readRcsPayload,
  sms: () => ({}),
  messengerA: readMessengerAPayload,
  vendorMessages: readVendorMessagesPayload,
}

type MakeOffer = (offered: UnnumberedOffer) => ChatOffer

function toChatBubble({ native, text, chips }: RenderedPart, seen: NativeContent, offer: MakeOffer): ChatBubble {
  const { files = [], cards = [], options = [], multiple = false, asksLocation = false } = seen
  const { onCards, below } = numberOffer(cards, chips)
  const offered = (chip: Chip) =>
    offer({ label: chip.label, kind: chip.kind, index: chip.tap, ...targetOf(native, chip) })
  return {
    text: cards.length > 0 ? (seen.text ?? '') : textAbove(text, options),
    files,
    cards: cards.map(({ native: _, picture, ...card }, index) => ({
      ...card,
      ...(picture !== undefined && { picture: fileNameOf(picture) }),
      offers: (onCards[index] ?? []).map(offered),
    })),
    options: options.flatMap(({ id, title, description }) => {
      const index = tapOfNative(id)
      return index === undefined ? [] : [{ offer: offer({ label: title, kind: 'reply', index }), description }]
    }),
    multiple,
    asksLocation,
    chips: below.map(offered),
  }
}

type Chip = RenderedPart['chips'][number]

/** Known by what it sends back, or by its words where the payload does not hold that: once on each card. */
function numberOffer(cards: readonly NativeCard[], chips: readonly Chip[]): { onCards: Chip[][]; below: Chip[] } {
  const strings = cards.map(({ native }) => stringsIn(native))
  const onCards = cards.map((): Chip[] => [])
  const below: Chip[] = []
  for (const chip of chips) {
    const sends = strings.findIndex((known) => known.some((text) => tapOfNative(text) === chip.tap))
    const says = strings.findIndex(
      (known, index) => known.includes(chip.label) && !onCards[index]?.some(({ label }) => label === chip.label),
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
      values.includes(chip.label) &&
      values.every((value) => tapOfNative(value) === undefined || tapOfNative(value) === chip.tap)
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
function tapOfNative(postback: unknown): number | undefined {
  const [, index] = (typeof postback === 'string' && /^amf\|.+\|(\d{1,6})$/s.exec(postback)) || []
  return index === undefined ? undefined : Number(index)
}

/** What a person reads tells of the rows, too, which are drawn by themselves. */
function textAbove(text: string, picks: readonly NativeOption[]): string {
  const rows = picks.map(({ title, description }) => (description ? `${title}: ${description}` : title)).join('\n')
  return rows !== '' && text.endsWith(rows) ? text.slice(0, -rows.length).trimEnd() : text
}
