import type { ShareEvent } from '../../model/parts.ts'
import type { DateTime } from '../../model/values.ts'
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
} from '../rows.ts'
import { printAmlTime } from '../time.ts'
import { readTimeAt } from './ask-time.ts'
import type { MarkerKind } from './kind.ts'

const keys = ['start', 'end', 'location', 'description', 'prompt'] as const
type Rows = Map<(typeof keys)[number], MarkerEntry[]>

/** `[[share.event | title`, rows `start`, `end`, `location`, `description`, `prompt`, `]]`. */
export const shareEventMarker: MarkerKind = {
  name: 'share.event',
  takesId: true,
  rows: 'always',
  head: ['title'],
  read(marker, reader) {
    const rows = readKnownRows(marker, reader, keys)
    const title = unescapeField(marker.fields[0] ?? '')
    if (!isNonBlank(title)) reader.problem('aml.field.missing', 'This marker needs a title: [[share.event | Title')
    const [start, end] = [readRowTime(rows, 'start', reader), readRowTime(rows, 'end', reader)]
    if (!rows.has('start')) reader.problem('aml.field.missing', 'This event needs a row “start = ...”')
    checkOrder({ start, end }, rows, reader)
    const [location, description] = [readRowText(rows, 'location'), readRowText(rows, 'description')]
    const more = { ...(end && { end }), ...(location && { location }), ...(description && { description }) }
    const sharing = readShareHead(marker, reader, readRowText(rows, 'prompt'))
    return start && { parts: [{ type: 'share.event', ...sharing, event: { title, start, ...more } }] }
  },
  part: 'share.event',
  print: ({ intentId, prompt, event }: ShareEvent) =>
    printMarker(printHead('share.event', intentId, [event.title]), [
      ...printKnownRow('prompt', prompt),
      ...printKnownRow('start', printAmlTime(event.start)),
      ...printKnownRow('end', event.end && printAmlTime(event.end)),
      ...printKnownRow('location', event.location),
      ...printKnownRow('description', event.description),
    ]),
}

function readRowTime(rows: Rows, key: 'start' | 'end', reader: MarkerReader): DateTime | undefined {
  const entry = rows.get(key)?.[0]
  return entry && readTimeAt(unescapeField(entry.value), reader, entry.at)
}

function checkOrder(times: { start?: DateTime; end?: DateTime }, rows: Rows, reader: MarkerReader): void {
  const { start, end } = times
  if (!start || !end || Date.parse(end.iso) >= Date.parse(start.iso)) return
  reader.problem('aml.row.invalid', 'The event ends before it starts', rows.get('end')?.[0]?.at)
}
