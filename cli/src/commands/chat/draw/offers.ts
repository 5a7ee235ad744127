import { type Cell, cell } from '../../../layout/box.ts'
import { clip, wrap } from '../../../layout/wrap.ts'
import { toPrintable } from '../../../text/printable.ts'
import type { ChatBubble, ChatOffer } from '../rendered/chat-bubble.ts'
import type { ChatStyle } from './style.ts'

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
export function drawChips(chips: readonly ChatOffer[], style: ChatStyle): string[] {
  const rows: { text: string; width: number }[] = []
  for (const chip of chips) {
    const { text, width } = cell(clip(`[${formatChip(chip)}]`, style.columns), paintOffer(chip, style))
    const row = rows.at(-1)
    if (row && row.width + 2 + width <= style.columns) {
      row.text += `  ${text}`
      row.width += 2 + width
    } else rows.push({ text, width })
  }
  return rows.map(({ text }) => text)
}

/** Formats an offer as one or more lines of a card. */
export const buildChipCells = (offer: ChatOffer, inner: number, style: ChatStyle): Cell[] =>
  wrap(`[${formatChip(offer)}]`, inner).map((line) => cell(line, paintOffer(offer, style)))

const formatChip = ({ number, label, kind }: ChatOffer): string =>
  `${number} ${toPrintable(label)}${offerSigns[kind] ?? ''}`

/** Draws a row of a picker with its description below. */
export function drawOption({ offer, description }: ChatBubble['options'][number], style: ChatStyle): string[] {
  const { columns, paint } = style
  const number = `${offer.number}`.padStart(2)
  const hung = (text: string, at: string) =>
    wrap(text, columns - 4).map((line, index) => `${index === 0 ? at : '  '}  ${line}`)
  return [
    ...hung(offer.label, number).map((line) => paintOffer(offer, style)(line)),
    ...(description?.trim() ? hung(description, '  ').map((line) => paint('dim', line)) : []),
  ]
}
