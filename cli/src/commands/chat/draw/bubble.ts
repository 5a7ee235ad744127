import { boxes, type Cell, cell, frameColumns } from '../../../layout/box.ts'
import { clip, wrap } from '../../../layout/wrap.ts'
import type { Bubble } from '../shown/bubble.ts'
import { chipCells, drawChips, drawPick } from './offers.ts'
import type { Style } from './style.ts'

/** What a channel shows as one message, as lines that fit. */
export function drawBubble(bubble: Bubble, style: Style): string[] {
  const { text, files, cards, picks, chips, asksLocation, multiple } = bubble
  const aside = (words: string) => style.paint('dim', clip(words, style.columns))
  return [
    ...files.map(({ kind, name }) => aside(`[${kind}: ${name}]`)),
    ...(text.trim() === '' ? [] : wrap(text, style.columns).map((line) => linked(line, style))),
    ...drawCards(cards, style),
    ...picks.flatMap((pick) => drawPick(pick, style)),
    ...(multiple ? [aside('Several can be chosen, by their numbers: 1, 3')] : []),
    ...drawChips(chips, style),
    ...(asksLocation ? [aside('[asks where you are: type an address]')] : []),
  ]
}

const linked = (line: string, { paint }: Style): string =>
  line.replace(/https?:\/\/[^\s<>"]+/gi, (link) => paint('underline', link))

const narrowest = 10
const widest = { alone: 44, beside: 24 }

function drawCards(cards: Bubble['cards'], style: Style): string[] {
  const room = Math.max(narrowest, style.columns - frameColumns)
  const inner = Math.min(room, cards.length > 1 ? widest.beside : widest.alone)
  const contents = cards.map((card) => cardCells(card, inner, style))
  return boxes(contents, { inner, columns: style.columns })
}

type Card = Bubble['cards'][number]

function cardCells({ title, description, picture, offers }: Card, inner: number, style: Style): Cell[] {
  const lines = (text: string | undefined, colour?: 'dim' | 'bold') =>
    text?.trim()
      ? wrap(text, inner).map((line) => cell(line, (same) => (colour ? style.paint(colour, same) : same)))
      : []
  return [
    ...lines(picture && `[image: ${picture}]`, 'dim'),
    ...lines(title, 'bold'),
    ...lines(description),
    ...offers.flatMap((offer) => chipCells(offer, inner, style)),
  ]
}
