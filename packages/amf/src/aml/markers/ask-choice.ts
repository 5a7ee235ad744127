import type { AskChoice } from '../../model/parts.ts'

import { readAskHead, readImageUrl } from '../marker-values.ts'
import { isNonBlank, printHead, printMarker, printRow, readListRows } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[ask.choice #id | prompt`, rows `optionId = label ~ description ~ image url`, `]]`. */
export const askChoiceMarker: MarkerKind = {
  name: 'ask.choice',
  takesId: true,
  rows: 'always',
  head: ['prompt'],
  read(marker, reader) {
    const asking = readAskHead(askChoiceMarker, marker, reader)
    const options = readListRows(marker, reader, ['label', 'description', 'image']).map(({ at, id, fields }) => {
      const [label = '', description, image] = fields
      if (!isNonBlank(label)) reader.problem('aml.row.unreadable', 'This row needs a label after its “=”', at)
      const mediaUrl = readImageUrl(image, reader, at)
      return { id, label, ...(description && { description }), ...(mediaUrl && { mediaUrl }) }
    })
    return { parts: [{ type: 'ask.choice', ...asking, options }] }
  },
  part: 'ask.choice',
  print: ({ intentId, prompt, options }: AskChoice) =>
    printMarker(
      printHead('ask.choice', intentId, [prompt]),
      options.map((option) => printRow(option.id, [option.label, option.description, option.mediaUrl])),
    ),
}
