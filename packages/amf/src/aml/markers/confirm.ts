import type { Confirm } from '../../model/parts.ts'
import { unescapeField } from '../fields.ts'
import { readAskHead } from '../marker-values.ts'
import { isNonBlank, printHead, printMarker, printRow, readEntries } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[confirm #id | prompt | yes label | no label]]`; rows `label = value` list the details to confirm. */
export const confirmMarker: MarkerKind = {
  name: 'confirm',
  takesId: true,
  rows: 'maybe',
  head: ['prompt', 'yes label', 'no label'],
  read(marker, reader) {
    const asking = readAskHead(confirmMarker, marker, reader)
    const [, confirmLabel, denyLabel] = marker.fields.map(unescapeField)
    const summary = readEntries(marker, reader).map(({ at, key, value }) => {
      if (!isNonBlank(key)) reader.problem('aml.row.unreadable', 'This row needs a label before its “=”', at)
      return { label: key, value: unescapeField(value) }
    })
    const labels = {
      ...(isNonBlank(confirmLabel) && { confirmLabel }),
      ...(isNonBlank(denyLabel) && { denyLabel }),
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
