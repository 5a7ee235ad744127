import {
  type Affordance,
  type Channel,
  createPostback,
  parseMarkdown,
  parsePostback,
  type RenderResult,
  type TextRun,
} from '@parley/amf'
import type { ChipView, MessageView, PickerView, RowView } from './bubble.ts'
import { type PayloadContent, readProviderPayload } from './payload.ts'

const address = String.raw`https?:\/\/[^\s<>|]+[^\s<>|.,;:!?)]`
const marked = String.raw`\*(?=\S)[^*\n]*[^*\s]\*|(?<![\p{L}\p{N}])_(?=\S)[^_\n]*[^_\s]_(?![\p{L}\p{N}])|~(?=\S)[^~\n]*[^~\s]~`
const dialects = {
  plain: new RegExp(address, 'gu'),
  starred: new RegExp(`${address}|${marked}`, 'gu'),
  mrkdwn: new RegExp(String.raw`<[^<>|]+(?:\|[^<>]*)?>|${marked}|${address}`, 'gu'),
}
type Dialect = keyof typeof dialects
type TextStyle = Omit<TextRun, 'text'>
const marks: Record<string, TextStyle> = { '*': { bold: true }, _: { italic: true }, '~': { strike: true } }
const commonMark: readonly Channel[] = ['webchat', 'aiChatE']
const dialectOf: Partial<Record<Channel, Dialect>> = { messengerA: 'starred', workchatD: 'mrkdwn' }

/** Parses the channel's marks for emphasis and links; all other marks are plain text. */
export function parseTextRuns(text: string, channel: Channel): TextRun[] {
  return commonMark.includes(channel) ? parseMarkdown(text) : parseDialect(text, dialectOf[channel] ?? 'plain', {})
}

function parseDialect(text: string, dialect: Dialect, look: TextStyle): TextRun[] {
  const runs: TextRun[] = []
  const say = (words: string) => words !== '' && runs.push({ text: unescaped(words, dialect), ...look })
  let from = 0
  for (const found of text.matchAll(dialects[dialect])) {
    say(text.slice(from, found.index))
    runs.push(...runsIn(found[0], dialect, look))
    from = found.index + found[0].length
  }
  say(text.slice(from))
  return runs
}

function runsIn(found: string, dialect: Dialect, look: TextStyle): TextRun[] {
  if (found.startsWith('<')) return [parseAngleLink(found.slice(1, -1), dialect, look)]
  const mark = marks[found.charAt(0)]
  if (mark) return parseDialect(found.slice(1, -1), dialect, { ...look, ...mark })
  return [{ text: found, ...look, href: found }]
}

function parseAngleLink(inside: string, dialect: Dialect, look: TextStyle): TextRun {
  const [target = '', words = target] = inside.split('|')
  const text = unescaped(words, dialect)
  return /^https?:/.test(target) ? { text, ...look, href: unescaped(target, dialect) } : { text, ...look }
}

function unescaped(text: string, dialect: Dialect): string {
  if (dialect !== 'mrkdwn') return text
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

type RenderedChip = { label: string; kind: string; tap: number }
/** A message rendered for a channel, by the renderer or the API. */
export type RenderedMessage = { native?: unknown; text: string; chips: readonly RenderedChip[] }
type ViewOptions = { channel: Channel; messageId: string; affordances?: RenderResult['affordances'] }

/** Converts a rendered message to what a phone shows. */
export function toMessageView(
  message: RenderedMessage,
  { channel, messageId, affordances = [] }: ViewOptions,
): MessageView {
  const seen = readProviderPayload(channel, message.native)
  const chips = message.chips.map((chip) => chipOf(chip, affordances[chip.tap]))
  const onCards = chipsOnCards(
    (seen.cards ?? []).map(({ payload }) => payload),
    chips,
    messageId,
  )
  const below = chips.filter((chip) => !onCards.some((some) => some.includes(chip)))
  const view: MessageView = {
    text: seen.text === undefined ? undefined : parseTextRuns(seen.text, channel),
    media: named(seen, message.text),
    cards: seen.cards?.map(({ title, description, picture }, index) => ({
      title,
      description: description === undefined ? undefined : plainTextOf(description, channel),
      picture,
      chips: onCards[index] ?? [],
    })),
    picker: pickerOf(seen),
    location: seen.location,
    chips: [...below, ...(seen.asksLocation ? [locationChip(affordances)] : [])],
  }
  return isBare(view) ? { text: parseTextRuns(message.text, channel), chips: below } : omitUndefined(view)
}

function chipOf({ label, kind, tap }: RenderedChip, affordance: Affordance | undefined): ChipView {
  const { url, phone } = affordance ?? {}
  return { label, kind, index: tap, ...(url !== undefined && { url }), ...(phone !== undefined && { phone }) }
}

/** Only messengerA formats the text of cards; other channels show it as is. */
function plainTextOf(text: string, channel: Channel): TextRun[] {
  return channel === 'messengerA' ? parseTextRuns(text, channel) : [{ text }]
}

/** A single file without a name takes its name from the message's text. */
function named({ media, text }: PayloadContent, read: string): MessageView['media'] {
  const alone = text === undefined && media?.length === 1
  return media?.map((file) => (file.name === undefined && alone && read !== '' ? { ...file, name: read } : file))
}

function pickerOf({ rows = [], times = [], button, multiple = false }: PayloadContent): PickerView | undefined {
  if (rows.length > 0) {
    const views = rows.map(({ id, title, description, picture }) => row({ label: title, description, picture }, id))
    return { kind: 'list', button, multiple, rows: views }
  }
  if (times.length === 0) return undefined
  return {
    kind: 'times',
    multiple: false,
    rows: times.map(({ id, start, label }) => row({ label: label ?? timeOf(start) }, id)),
  }
}

function row(view: RowView, id: string): RowView {
  const index = parsePostback(id)?.tap
  return { ...view, ...(index !== undefined && { index }) }
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function timeOf(start: string): string {
  const moment = new Date(start)
  return Number.isNaN(moment.getTime()) ? start : format.format(moment)
}

function locationChip(affordances: readonly Affordance[]): ChipView {
  const index = affordances.findIndex(({ kind }) => kind === 'shareLocation')
  return { label: affordances[index]?.label ?? '', kind: 'shareLocation', ...(index >= 0 && { index }) }
}

/**
 * Assigns chips to cards by the postback in each card's payload, or by label if the payload has none. Cards often
 * repeat labels, so each label is used once per card.
 */
function chipsOnCards(payloads: readonly unknown[], chips: readonly ChipView[], messageId: string): ChipView[][] {
  const known = payloads.map((payload) => new Set(stringsIn(payload)))
  const placed = payloads.map((): ChipView[] => [])
  for (const chip of chips) {
    const postback = chip.index === undefined ? '' : createPostback(messageId, chip.index)
    const sends = known.findIndex((strings) => strings.has(postback))
    const says = known.findIndex(
      (strings, card) => strings.has(chip.label) && !placed[card]?.some(({ label }) => label === chip.label),
    )
    placed[sends < 0 ? says : sends]?.push(chip)
  }
  return placed
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

function isBare({ text, media, cards, picker, location }: MessageView): boolean {
  return !text?.length && !media?.length && !cards?.length && !picker && !location
}

function omitUndefined(view: MessageView): MessageView {
  const entries = Object.entries(view).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(entries)
}
