import type { Card, CardPart } from '../../model/parts.ts'
import { printChips, readChipRow } from '../chip-list.ts'
import { escapeField, unescapeField } from '../fields.ts'
import type { MarkerReader } from '../marker-reader.ts'
import { readImageUrl } from '../marker-values.ts'
import { isNonBlank, printKnownRow, printMarker, readKnownRows, readRowText } from '../rows.ts'
import type { Marker, MarkerKind } from './kind.ts'

const keys = ['description', 'image', 'chips'] as const

/** `[[card: title`, rows `description`, `image`, `chips = A | B -> url`, `]]`. */
export const cardMarker: MarkerKind = {
  name: 'card',
  takesId: false,
  rows: 'always',
  head: ['title'],
  read(marker, reader) {
    const read = readCard(marker, reader)
    return read && { parts: [{ type: 'card', card: read }] }
  },
  part: 'card',
  print: (part: CardPart) => printCard(part.card),
}

/** Returns undefined when there is nothing to show: the image is unknown and the card has no text. */
export function readCard(marker: Marker, reader: MarkerReader): Card | undefined {
  const rows = readKnownRows(marker, reader, keys)
  const [title, description] = [unescapeField(marker.fields[0] ?? ''), readRowText(rows, 'description')]
  const [image, chipRow] = [rows.get('image')?.[0], rows.get('chips')?.[0]]
  const mediaUrl = image && readImageUrl(unescapeField(image.value), reader, image.at)
  const chips = chipRow ? readChipRow(chipRow.value, reader, chipRow.at) : []
  if (!isNonBlank(title) && !isNonBlank(description) && !mediaUrl) {
    if (!image?.value) reader.problem('aml.card.empty', 'This card needs a title, a description or an image')
    return undefined
  }
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...(mediaUrl && { mediaUrl }),
    ...(chips.length > 0 && { chips }),
  }
}

export function printCard({ title = '', description, mediaUrl, chips = [] }: Card): string {
  const printedChips = printChips(chips)
  return printMarker(title === '' ? 'card:' : `card: ${escapeField(title)}`, [
    ...printKnownRow('description', description),
    ...printKnownRow('image', mediaUrl),
    ...(printedChips === '' ? [] : [`chips = ${printedChips}`]),
  ])
}
