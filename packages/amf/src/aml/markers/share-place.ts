import type { SharePlace } from '../../model/parts.ts'
import { unescapeField } from '../fields.ts'
import type { MarkerReader } from '../marker-reader.ts'
import { readShareHead } from '../marker-values.ts'
import {
  isNonBlank,
  type MarkerEntry,
  printHead,
  printKnownRow,
  printMarker,
  readKnownRows,
  readRowText,
  truncateForNote,
} from '../rows.ts'
import type { MarkerKind } from './kind.ts'

const keys = ['address', 'latitude', 'longitude', 'prompt'] as const
type Rows = Map<(typeof keys)[number], MarkerEntry[]>

/** `[[share.place | name`, rows `address`, `latitude`, `longitude`, `prompt`, `]]`. */
export const sharePlaceMarker: MarkerKind = {
  name: 'share.place',
  takesId: true,
  rows: 'always',
  head: ['name'],
  read(marker, reader) {
    const rows = readKnownRows(marker, reader, keys)
    const [name, address] = [unescapeField(marker.fields[0] ?? ''), readRowText(rows, 'address')]
    const [latitude, longitude] = [
      readRowDegrees(rows, 'latitude', 90, reader),
      readRowDegrees(rows, 'longitude', 180, reader),
    ]
    if (rows.has('latitude') !== rows.has('longitude')) {
      reader.problem('aml.field.missing', 'Coordinates come in pairs: write a row “latitude” and a row “longitude”')
    }
    const place = {
      ...(isNonBlank(name) && { name }),
      ...(isNonBlank(address) && { address }),
      ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
    }
    if (Object.keys(place).length === 0) {
      reader.problem('aml.field.missing', 'This place needs a name, an address or coordinates')
    }
    return { parts: [{ type: 'share.place', ...readShareHead(marker, reader, readRowText(rows, 'prompt')), place }] }
  },
  part: 'share.place',
  print: ({ intentId, prompt, place }: SharePlace) =>
    printMarker(printHead('share.place', intentId, [place.name]), [
      ...printKnownRow('prompt', prompt),
      ...printKnownRow('address', place.address),
      ...printKnownRow('latitude', place.latitude?.toString()),
      ...printKnownRow('longitude', place.longitude?.toString()),
    ]),
}

const decimal = /^[+-]?(?=\.?\d)\d{0,30}(?:\.\d{0,30})?(?:e[+-]?\d{1,3})?$/i

function readRowDegrees(
  rows: Rows,
  key: 'latitude' | 'longitude',
  most: number,
  reader: MarkerReader,
): number | undefined {
  const entry = rows.get(key)?.[0]
  if (!entry) return undefined
  const text = unescapeField(entry.value)
  // Adding zero turns negative zero into plain zero.
  const degrees = decimal.test(text) ? Number(text) + 0 : Number.NaN
  if (Math.abs(degrees) <= most) return degrees
  const message = `“${truncateForNote(text)}” is not a valid ${key}: it must be a number from -${most} to ${most}`
  reader.problem('aml.row.invalid', message, entry.at)
  return undefined
}
