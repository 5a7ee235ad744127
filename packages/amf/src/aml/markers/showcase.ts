import type { Showcase } from '../../model/parts.ts'

import { readAskHead, readImageUrl } from '../marker-values.ts'
import { isNonBlank, printHead, printMarker, printRow, readListRows } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[showcase #id | prompt`, rows `itemId = title ~ description ~ image url`, `]]`. */
export const showcaseMarker: MarkerKind = {
  name: 'showcase',
  takesId: true,
  rows: 'always',
  head: ['prompt'],
  read(marker, reader) {
    const asking = readAskHead(showcaseMarker, marker, reader)
    const items = readListRows(marker, reader, ['title', 'description', 'image']).map(({ at, id, fields }) => {
      const [title = '', description, image] = fields
      if (!isNonBlank(title)) reader.problem('aml.row.unreadable', 'This row needs a title after its “=”', at)
      const mediaUrl = readImageUrl(image, reader, at)
      return { id, title, ...(description && { description }), ...(mediaUrl && { mediaUrl }) }
    })
    return { parts: [{ type: 'showcase', ...asking, items }] }
  },
  part: 'showcase',
  print: ({ intentId, prompt, items }: Showcase) =>
    printMarker(
      printHead('showcase', intentId, [prompt]),
      items.map((item) => printRow(item.id, [item.title, item.description, item.mediaUrl])),
    ),
}
