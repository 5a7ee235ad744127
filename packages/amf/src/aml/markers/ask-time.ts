import type { AskTime } from '../../model/parts.ts'
import type { DateTime } from '../../model/values.ts'
import { readAsking } from '../intent.ts'
import type { Reading } from '../reading.ts'
import { isWords, printHead, printMarker, printRow, readList, shown } from '../rows.ts'
import type { Position } from '../scan.ts'
import { printTime, readTime } from '../time.ts'
import type { MarkerKind } from './kind.ts'

/** `[[ask.time #id | prompt`, rows `slotId = <ISO with offset> ~ label`, `]]`. */
export const askTime: MarkerKind = {
  name: 'ask.time',
  takesId: true,
  rows: 'always',
  head: ['prompt'],
  read(marker, reading) {
    const asking = readAsking(askTime, marker, reading)
    const slots = readList(marker, reading, ['time', 'label']).flatMap(({ at, id, fields }) => {
      const [time = '', label] = fields
      const start = readTimeAt(time, reading, at)
      return start ? [{ id, start, ...(isWords(label) && { label }) }] : []
    })
    return { parts: [{ type: 'ask.time', ...asking, slots }] }
  },
  part: 'ask.time',
  print: ({ intentId, prompt, slots }: AskTime) =>
    printMarker(
      printHead('ask.time', intentId, [prompt]),
      slots.map((slot) => printRow(slot.id, [printTime(slot.start), slot.label])),
    ),
}

export function readTimeAt(text: string, reading: Reading, at: Position): DateTime | undefined {
  const time = readTime(text, reading.compilation.timeZone)
  if (!('unreadable' in time)) return time
  reading.problem('aml.time.unreadable', `“${shown(text)}” ${time.unreadable}`, at)
  return undefined
}
