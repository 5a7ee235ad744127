import type { Card, CarouselPart } from '../../model/parts.ts'
import { isListMarker } from '../fence.ts'
import { MarkerReader } from '../marker-reader.ts'
import { parseMarker, parseMarkerName } from '../parse-marker.ts'
import { truncateForNote } from '../rows.ts'
import type { InnerMarker, TextPosition } from '../scan.ts'
import { cardMarker, printCard, readCard } from './card.ts'
import type { Marker, MarkerKind } from './kind.ts'

/** `[[carousel`, `[[card: ...]]` markers, `]]`. */
export const carouselMarker: MarkerKind = {
  name: 'carousel',
  takesId: false,
  rows: 'never',
  head: 'list',
  read(marker, reader) {
    checkBetween(marker, reader)
    if (marker.inner.length === 0) {
      reader.problem('aml.carousel.empty', 'There is no card in this carousel: write [[card: Title]] inside it')
    }
    const cards = marker.inner.flatMap((inner) => readInner(marker.source, inner, reader) ?? [])
    return cards.length > 0 ? { parts: [{ type: 'carousel', cards }] } : undefined
  },
  part: 'carousel',
  print: ({ cards }: CarouselPart) => `[[carousel\n${cards.map(printCard).join('\n')}\n]]`,
}

function readInner(source: string, { from, to, at, closed }: InnerMarker, above: MarkerReader): Card | undefined {
  const reader = new MarkerReader(above.compilation, at)
  const found = { source: source.slice(from, to), at, inner: [] }
  if (!closed) reader.problem('aml.marker.unclosed', 'This marker is not closed: end it with ]]')
  const marker = closed ? parseMarker(found, cardMarker, parseMarkerName(found.source).end) : undefined
  if (marker && marker.fields.length > 1) {
    reader.problem('aml.field.unexpected', 'A card has only a title; write a literal | as \\|')
  }
  const read = marker && readCard(marker, reader)
  above.failed ||= reader.failed
  return read
}

/** Reports text between the cards, which would otherwise be dropped silently. */
function checkBetween({ source, inner, fields }: Marker, reader: MarkerReader): void {
  const head = fields.filter((field) => field !== '' && !isListMarker(field)).join(' | ')
  if (head !== '')
    reader.problem('aml.field.unexpected', `A carousel can contain only cards: remove “${truncateForNote(head)}”`)
  for (const [index, { from, to, at }] of inner.entries()) {
    const end = inner[index + 1]?.from ?? source.length - 2
    const stray = source
      .slice(to, end)
      .split('\n')
      .find((line) => line.trim() !== '' && !isListMarker(line))
    if (stray === undefined) continue
    const start = source.indexOf(stray.trim(), to)
    const message = `A carousel can contain only cards: remove “${truncateForNote(stray.trim())}”`
    reader.problem('aml.row.unreadable', message, positionAfter(at, source.slice(from, start)))
  }
}

function positionAfter(at: TextPosition, text: string): TextPosition {
  const lines = text.split('\n')
  const last = lines.at(-1)?.length ?? 0
  return lines.length === 1
    ? { line: at.line, column: at.column + last }
    : { line: at.line + lines.length - 1, column: last + 1 }
}
