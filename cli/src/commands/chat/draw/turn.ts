import { boxes, type Cell, cell, frameColumns } from '../../../layout/box.ts'
import { clip, wrap } from '../../../layout/wrap.ts'
import type { PersonaTurn } from '../persona-types.ts'
import type { ChatBubble } from '../rendered/chat-bubble.ts'
import type { ChatScreen } from '../rendered/screen.ts'
import { buildChipCells, drawChips, drawOption } from './offers.ts'
import type { ChatStyle } from './style.ts'

function drawBubble(bubble: ChatBubble, style: ChatStyle): string[] {
  const { text, files, cards, options, chips, asksLocation, multiple } = bubble
  const aside = (text: string) => style.paint('dim', clip(text, style.columns))
  return [
    ...files.map(({ kind, name }) => aside(`[${kind}: ${name}]`)),
    ...(text.trim() === '' ? [] : wrap(text, style.columns).map((line) => formatLink(line, style))),
    ...drawCards(cards, style),
    ...options.flatMap((pick) => drawOption(pick, style)),
    ...(multiple ? [aside('Several can be chosen, by their numbers: 1, 3')] : []),
    ...drawChips(chips, style),
    ...(asksLocation ? [aside('[asks where you are: type an address]')] : []),
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
  return boxes(contents, { inner, columns: style.columns })
}

type Card = ChatBubble['cards'][number]

function cardCells({ title, description, picture, offers }: Card, inner: number, style: ChatStyle): Cell[] {
  const lines = (text: string | undefined, color?: 'dim' | 'bold') =>
    text?.trim() ? wrap(text, inner).map((line) => cell(line, (same) => (color ? style.paint(color, same) : same))) : []
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
    ...notes.flatMap((note) => wrap(note, style.columns).map((line) => style.paint('dim', line))),
  ]
}

type TurnNotes = Pick<PersonaTurn, 'effects' | 'warnings'>
