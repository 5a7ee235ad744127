import type { ShareEvent } from '../../model/parts.ts'
import type { DateTime } from '../../model/values.ts'
import { literal } from '../fields.ts'
import { readSharing } from '../intent.ts'
import type { Reading } from '../reading.ts'
import { type Entry, isWords, printHead, printKnown, printMarker, readKnown, said } from '../rows.ts'
import { printTime } from '../time.ts'
import { readTimeAt } from './ask-time.ts'
import type { MarkerKind } from './kind.ts'

const keys = ['start', 'end', 'location', 'description', 'prompt'] as const
type Rows = Map<(typeof keys)[number], Entry[]>

/** `[[share.event | title`, rows `start`, `end`, `location`, `description`, `prompt`, `]]`. */
export const shareEvent: MarkerKind = {
  name: 'share.event',
  takesId: true,
  rows: 'always',
  head: ['title'],
  read(marker, reading) {
    const rows = readKnown(marker, reading, keys)
    const title = literal(marker.fields[0] ?? '')
    if (!isWords(title)) reading.problem('aml.field.missing', 'This marker needs a title: [[share.event | Title')
    const [start, end] = [timeIn(rows, 'start', reading), timeIn(rows, 'end', reading)]
    if (!rows.has('start')) reading.problem('aml.field.missing', 'This event needs a row “start = ...”')
    checkOrder({ start, end }, rows, reading)
    const [location, description] = [said(rows, 'location'), said(rows, 'description')]
    const more = { ...(end && { end }), ...(location && { location }), ...(description && { description }) }
    const sharing = readSharing(marker, reading, said(rows, 'prompt'))
    return start && { parts: [{ type: 'share.event', ...sharing, event: { title, start, ...more } }] }
  },
  part: 'share.event',
  print: ({ intentId, prompt, event }: ShareEvent) =>
    printMarker(printHead('share.event', intentId, [event.title]), [
      ...printKnown('prompt', prompt),
      ...printKnown('start', printTime(event.start)),
      ...printKnown('end', event.end && printTime(event.end)),
      ...printKnown('location', event.location),
      ...printKnown('description', event.description),
    ]),
}

function timeIn(rows: Rows, key: 'start' | 'end', reading: Reading): DateTime | undefined {
  const entry = rows.get(key)?.[0]
  return entry && readTimeAt(literal(entry.value), reading, entry.at)
}

function checkOrder(times: { start?: DateTime; end?: DateTime }, rows: Rows, reading: Reading): void {
  const { start, end } = times
  if (!start || !end || Date.parse(end.iso) >= Date.parse(start.iso)) return
  reading.problem('aml.row.invalid', 'The event ends before it starts', rows.get('end')?.[0]?.at)
}
