import type { SharePlace } from '../../model/parts.ts'
import { literal } from '../fields.ts'
import { readSharing } from '../intent.ts'
import type { Reading } from '../reading.ts'
import { type Entry, isWords, printHead, printKnown, printMarker, readKnown, said, shown } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

const keys = ['address', 'latitude', 'longitude', 'prompt'] as const
type Rows = Map<(typeof keys)[number], Entry[]>

/** `[[share.place | name`, rows `address`, `latitude`, `longitude`, `prompt`, `]]`. */
export const sharePlace: MarkerKind = {
  name: 'share.place',
  takesId: true,
  rows: 'always',
  head: ['name'],
  read(marker, reading) {
    const rows = readKnown(marker, reading, keys)
    const [name, address] = [literal(marker.fields[0] ?? ''), said(rows, 'address')]
    const [latitude, longitude] = [degreesIn(rows, 'latitude', 90, reading), degreesIn(rows, 'longitude', 180, reading)]
    if (rows.has('latitude') !== rows.has('longitude')) {
      reading.problem('aml.field.missing', 'Coordinates come in pairs: write a row “latitude” and a row “longitude”')
    }
    const place = {
      ...(isWords(name) && { name }),
      ...(isWords(address) && { address }),
      ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
    }
    if (Object.keys(place).length === 0) {
      reading.problem('aml.field.missing', 'This place needs a name, an address or coordinates')
    }
    return { parts: [{ type: 'share.place', ...readSharing(marker, reading, said(rows, 'prompt')), place }] }
  },
  part: 'share.place',
  print: ({ intentId, prompt, place }: SharePlace) =>
    printMarker(printHead('share.place', intentId, [place.name]), [
      ...printKnown('prompt', prompt),
      ...printKnown('address', place.address),
      ...printKnown('latitude', place.latitude?.toString()),
      ...printKnown('longitude', place.longitude?.toString()),
    ]),
}

const decimal = /^[+-]?(?=\.?\d)\d{0,30}(?:\.\d{0,30})?(?:e[+-]?\d{1,3})?$/i

function degreesIn(rows: Rows, key: 'latitude' | 'longitude', most: number, reading: Reading): number | undefined {
  const entry = rows.get(key)?.[0]
  if (!entry) return undefined
  const text = literal(entry.value)
  // Adding zero makes the negative zero a plain one.
  const degrees = decimal.test(text) ? Number(text) + 0 : Number.NaN
  if (Math.abs(degrees) <= most) return degrees
  const message = `“${shown(text)}” is no ${key}: it is a number from -${most} to ${most}`
  reading.problem('aml.row.invalid', message, entry.at)
  return undefined
}
