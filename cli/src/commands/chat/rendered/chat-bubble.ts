import type { EmulatedChannel } from '@parley/amf/channels'
import type { ChatMessage, RenderedPart } from '../persona-types.ts'
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

/** An offer that can be tapped, with the number that selects it; `target` is where it leads. */
export type ChatOffer = {
  number: number
  label: string
  kind: string
  target?: string
  messageId: string
  index: number
}
type UnnumberedOffer = Omit<ChatOffer, 'number' | 'messageId'>

/** One message as a channel shows it. Its texts are untrusted and not yet made printable. */
export type ChatBubble = {
  text: string
  files: NativeFile[]
  cards: { title?: string; description?: string; picture?: string; offers: ChatOffer[] }[]
  options: { offer: ChatOffer; description?: string }[]
  /** Several options may be chosen. */
  multiple: boolean
  asksLocation: boolean
  chips: ChatOffer[]
}

/** Converts a message to what a persona on this channel sees. `next` assigns the offer numbers in reading order. */
export function toChatBubbles(
  { messageId, rendered }: ChatMessage,
  channel: EmulatedChannel,
  next: () => number,
): ChatBubble[] {
  const offer = (offered: UnnumberedOffer) => ({ number: next(), messageId, ...offered })
  return rendered.map((one) => toChatBubble(one, readPayloadFor[channel](one.native, one.text), offer))
}

const readPayloadFor: Record<EmulatedChannel, (native: unknown, text: string) => NativeContent> = {
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

/**
 * Assigns chips to cards: by the postback in the card's payload, or by label (once per card) if the payload has none.
 */
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

/** Finds where a chip that is not a reply leads: the target next to its label in the payload. */
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

/** Reads the tap index from a postback. */
function tapOfNative(postback: unknown): number | undefined {
  const [, index] = (typeof postback === 'string' && /^amf\|.+\|(\d{1,6})$/s.exec(postback)) || []
  return index === undefined ? undefined : Number(index)
}

/** Removes the option rows from the text, because they are drawn separately. */
function textAbove(text: string, picks: readonly NativeOption[]): string {
  const rows = picks.map(({ title, description }) => (description ? `${title}: ${description}` : title)).join('\n')
  return rows !== '' && text.endsWith(rows) ? text.slice(0, -rows.length).trimEnd() : text
}
