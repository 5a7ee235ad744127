import { type Cell, cell } from '../../../layout/box.ts'
import { clip, wrap } from '../../../layout/wrap.ts'
import { plain } from '../../../text/plain.ts'
import type { Bubble, Offer } from '../shown/bubble.ts'
import type { Style } from './style.ts'

/** What a tap does besides answering. */
const signs: Record<string, string> = {
  url: ' (link)',
  dial: ' (call)',
  calendar: ' (calendar)',
  viewLocation: ' (map)',
  shareLocation: ' (location)',
}

const painted =
  ({ kind }: Offer, { paint }: Style) =>
  (text: string) =>
    paint(kind === 'url' ? 'underline' : 'bold', text)

/** `[1 Book]  [2 Call us (call)]`, in as many rows as it takes. */
export function drawChips(chips: readonly Offer[], style: Style): string[] {
  const rows: { text: string; width: number }[] = []
  for (const chip of chips) {
    const { text, width } = cell(clip(`[${chipWords(chip)}]`, style.columns), painted(chip, style))
    const row = rows.at(-1)
    if (row && row.width + 2 + width <= style.columns) {
      row.text += `  ${text}`
      row.width += 2 + width
    } else rows.push({ text, width })
  }
  return rows.map(({ text }) => text)
}

/** A line of a card, or several. */
export const chipCells = (offer: Offer, inner: number, style: Style): Cell[] =>
  wrap(`[${chipWords(offer)}]`, inner).map((line) => cell(line, painted(offer, style)))

const chipWords = ({ number, label, kind }: Offer): string => `${number} ${plain(label)}${signs[kind] ?? ''}`

/** A row of a picker, what is said of it below. */
export function drawPick({ offer, description }: Bubble['picks'][number], style: Style): string[] {
  const { columns, paint } = style
  const number = `${offer.number}`.padStart(2)
  const hung = (text: string, at: string) =>
    wrap(text, columns - 4).map((line, place) => `${place === 0 ? at : '  '}  ${line}`)
  return [
    ...hung(offer.label, number).map((line) => painted(offer, style)(line)),
    ...(description?.trim() ? hung(description, '  ').map((line) => paint('dim', line)) : []),
  ]
}
