import type { Card, CarouselPart } from '../../model/parts.ts'
import { isListSign } from '../fence.ts'
import { parseMarker, parseName } from '../parse-marker.ts'
import { Reading } from '../reading.ts'
import { shown } from '../rows.ts'
import type { Inner, Position } from '../scan.ts'
import { card, printCard, readCard } from './card.ts'
import type { Marker, MarkerKind } from './kind.ts'

/** `[[carousel`, `[[card: ...]]` markers, `]]`. */
export const carousel: MarkerKind = {
  name: 'carousel',
  takesId: false,
  rows: 'never',
  head: 'list',
  read(marker, reading) {
    checkBetween(marker, reading)
    if (marker.inner.length === 0) {
      reading.problem('aml.carousel.empty', 'There is no card in this carousel: write [[card: Title]] inside it')
    }
    const cards = marker.inner.flatMap((inner) => readInner(marker.source, inner, reading) ?? [])
    return cards.length > 0 ? { parts: [{ type: 'carousel', cards }] } : undefined
  },
  part: 'carousel',
  print: ({ cards }: CarouselPart) => `[[carousel\n${cards.map(printCard).join('\n')}\n]]`,
}

function readInner(source: string, { from, to, at, closed }: Inner, above: Reading): Card | undefined {
  const reading = new Reading(above.compilation, at)
  const found = { source: source.slice(from, to), at, inner: [] }
  if (!closed) reading.problem('aml.marker.unclosed', 'This marker is not closed: end it with ]]')
  const marker = closed ? parseMarker(found, card, parseName(found.source).end) : undefined
  if (marker && marker.fields.length > 1) {
    reading.problem('aml.field.unexpected', 'A card has a title only; a literal | is written \\|')
  }
  const read = marker && readCard(marker, reading)
  above.failed ||= reading.failed
  return read
}

/** Words between the cards would be lost without a word. */
function checkBetween(marker: Marker, reading: Reading): void {
  const { source, inner } = marker
  if (marker.fields.some((field) => field !== '')) {
    reading.problem(
      'aml.field.unexpected',
      `A carousel has cards only: “${shown(marker.fields.join(' | '))}” has no place`,
    )
  }
  for (const [index, { to, at }] of inner.entries()) {
    const end = inner[index + 1]?.from ?? source.length - 2
    const stray = source
      .slice(to, end)
      .split('\n')
      .find((line) => line.trim() !== '' && !isListSign(line))
    if (stray !== undefined) strayWords(stray.trim(), at, reading)
  }
}

function strayWords(words: string, after: Position, reading: Reading): void {
  reading.problem(
    'aml.row.unreadable',
    `Only cards stand in a carousel: “${shown(words)}” after this one has no place`,
    after,
  )
}
