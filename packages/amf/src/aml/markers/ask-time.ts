import type { AskTime } from '../../model/parts.ts'
import type { DateTime } from '../../model/values.ts'
import type { MarkerReader } from '../marker-reader.ts'
import { readAskHead } from '../marker-values.ts'
import { isNonBlank, printHead, printMarker, printRow, readListRows, truncateForNote } from '../rows.ts'
import type { TextPosition } from '../scan.ts'
import { parseAmlTime, printAmlTime } from '../time.ts'
import type { MarkerKind } from './kind.ts'

/** `[[ask.time #id | prompt`, rows `slotId = <ISO with offset> ~ label`, `]]`. */
export const askTimeMarker: MarkerKind = {
  name: 'ask.time',
  takesId: true,
  rows: 'always',
  head: ['prompt'],
  read(marker, reader) {
    const asking = readAskHead(askTimeMarker, marker, reader)
    const slots = readListRows(marker, reader, ['time', 'label']).flatMap(({ at, id, fields }) => {
      const [time = '', label] = fields
      const start = readTimeAt(time, reader, at)
      return start ? [{ id, start, ...(isNonBlank(label) && { label }) }] : []
    })
    return { parts: [{ type: 'ask.time', ...asking, slots }] }
  },
  part: 'ask.time',
  print: ({ intentId, prompt, slots }: AskTime) =>
    printMarker(
      printHead('ask.time', intentId, [prompt]),
      slots.map((slot) => printRow(slot.id, [printAmlTime(slot.start), slot.label])),
    ),
}

export function readTimeAt(text: string, reader: MarkerReader, at: TextPosition): DateTime | undefined {
  const time = parseAmlTime(text, reader.compilation.timeZone)
  if (!('unreadable' in time)) return time
  reader.problem('aml.time.unreadable', `“${truncateForNote(text)}” ${time.unreadable}`, at)
  return undefined
}
