import type { Confirm } from '../../model/parts.ts'
import { literal } from '../fields.ts'
import { readAsking } from '../intent.ts'
import { isWords, printHead, printMarker, printRow, readEntries } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[confirm #id | prompt | yes label | no label]]`; with rows `label = value` it shows what is to be confirmed. */
export const confirm: MarkerKind = {
  name: 'confirm',
  takesId: true,
  rows: 'maybe',
  head: ['prompt', 'yes label', 'no label'],
  read(marker, reading) {
    const asking = readAsking(confirm, marker, reading)
    const [, confirmLabel, denyLabel] = marker.fields.map(literal)
    const summary = readEntries(marker, reading).map(({ at, key, value }) => {
      if (!isWords(key)) reading.problem('aml.row.unreadable', 'This row needs a label before its “=”', at)
      return { label: key, value: literal(value) }
    })
    const labels = {
      ...(isWords(confirmLabel) && { confirmLabel }),
      ...(isWords(denyLabel) && { denyLabel }),
    }
    return { parts: [{ type: 'confirm', ...asking, ...labels, ...(summary.length > 0 && { summary }) }] }
  },
  part: 'confirm',
  print: ({ intentId, prompt, confirmLabel, denyLabel, summary = [] }: Confirm) =>
    printMarker(
      printHead('confirm', intentId, [prompt, confirmLabel, denyLabel]),
      summary.map(({ label, value }) => printRow(label, [value])),
    ),
}
