import { type Cell, createCell, drawBoxes, frameColumns } from '../../../layout/box.ts'
import { toPrintableLine, wrapText } from '../../../layout/width.ts'
import type { Paint } from '../../../text/paint.ts'
import { toPrintable } from '../../../text/printable.ts'
import type { PersonaTurn } from '../persona-session.ts'
import type { ChatBubble, ChatOffer, ChatScreen } from '../rendered/chat-bubble.ts'

/** Suffixes for offers that do more than answer. */
const offerSigns: Record<string, string> = {
  url: ' (link)',
  dial: ' (call)',
  calendar: ' (calendar)',
  viewLocation: ' (map)',
  shareLocation: ' (location)',
}

const paintOffer =
  ({ kind }: ChatOffer, { paint }: ChatStyle) =>
  (text: string) =>
    paint(kind === 'url' ? 'underline' : 'bold', text)

/** Formats as `[1 Book]  [2 Call us (call)]`, wrapped to as many rows as needed. */
function drawChips(chips: readonly ChatOffer[], style: ChatStyle): string[] {
  const rows: { text: string; width: number }[] = []
  for (const chip of chips) {
    const { text, width } = createCell(toPrintableLine(`[${formatChip(chip)}]`, style.columns), paintOffer(chip, style))
    const row = rows.at(-1)
    if (row && row.width + 2 + width <= style.columns) {
      row.text += `  ${text}`
      row.width += 2 + width
    } else rows.push({ text, width })
  }
  return rows.map(({ text }) => text)
}

/** Formats an offer as one or more lines of a card. */
const buildChipCells = (offer: ChatOffer, inner: number, style: ChatStyle): Cell[] =>
  wrapText(`[${formatChip(offer)}]`, inner).map((line) => createCell(line, paintOffer(offer, style)))

const formatChip = ({ number, label, kind }: ChatOffer): string =>
  `${number} ${toPrintable(label)}${offerSigns[kind] ?? ''}`

/** Draws a row of a picker with its description below. */
function drawOption({ offer, description }: ChatBubble['options'][number], style: ChatStyle): string[] {
  const { columns, paint } = style
  const number = `${offer.number}`.padStart(2)
  const hung = (text: string, at: string) =>
    wrapText(text, columns - 4).map((line, index) => `${index === 0 ? at : '  '}  ${line}`)
  return [
    ...hung(offer.label, number).map((line) => paintOffer(offer, style)(line)),
    ...(description?.trim() ? hung(description, '  ').map((line) => paint('dim', line)) : []),
  ]
}

function drawBubble(bubble: ChatBubble, style: ChatStyle): string[] {
  const { text, files, cards, options, chips, asksLocation, multiple } = bubble
  const aside = (text: string) => style.paint('dim', toPrintableLine(text, style.columns))
  return [
    ...files.map(({ kind, name }) => aside(`[${kind}: ${name}]`)),
    ...(text.trim() === '' ? [] : wrapText(text, style.columns).map((line) => formatLink(line, style))),
    ...drawCards(cards, style),
    ...options.flatMap((pick) => drawOption(pick, style)),
    ...(multiple ? [aside('Several can be chosen, by their numbers: 1, 3')] : []),
    ...drawChips(chips, style),
    ...(asksLocation ? [aside('[asks for your location: type an address]')] : []),
  ]
}

const formatLink = (line: string, { paint }: ChatStyle): string =>
  line.replace(/https?:\/\/[^\s<>"]+/gi, (link) => paint('underline', link))

const narrowest = 10
const widest = { alone: 44, beside: 24 }

function drawCards(cards: ChatBubble['cards'], style: ChatStyle): string[] {
  const room = Math.max(narrowest, style.columns - frameColumns)
  const inner = Math.min(room, cards.length > 1 ? widest.beside : widest.alone)
  const contents = cards.map((card) => cardCells(card, inner, style))
  return drawBoxes(contents, { inner, columns: style.columns })
}

type Card = ChatBubble['cards'][number]

function cardCells({ title, description, picture, offers }: Card, inner: number, style: ChatStyle): Cell[] {
  const lines = (text: string | undefined, color?: 'dim' | 'bold') =>
    text?.trim()
      ? wrapText(text, inner).map((line) => createCell(line, (same) => (color ? style.paint(color, same) : same)))
      : []
  return [
    ...lines(picture && `[image: ${picture}]`, 'dim'),
    ...lines(title, 'bold'),
    ...lines(description),
    ...offers.flatMap((offer) => buildChipCells(offer, inner, style)),
  ]
}

/** Draws the reply: its messages, separated by blank lines, then effects and warnings dimmed. */
export function drawTurn({ bubbles }: ChatScreen, { effects, warnings }: TurnNotes, style: ChatStyle): string[] {
  const drawn = bubbles.map((bubble) => drawBubble(bubble, style)).filter(({ length }) => length > 0)
  const notes = [
    ...effects.map(({ summary }) => `· ${summary} (sandbox)`),
    ...warnings.map((warning) => `! ${warning}`),
  ]
  return [
    ...drawn.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines])),
    ...notes.flatMap((note) => wrapText(note, style.columns).map((line) => style.paint('dim', line))),
  ]
}

type TurnNotes = Pick<PersonaTurn, 'effects' | 'warnings'>

export type ChatStyle = { columns: number; paint: Paint }
