import type { Showcase } from '../../model/parts.ts'
import { readAsking } from '../intent.ts'
import { readPicture } from '../picture.ts'
import { isWords, printHead, printMarker, printRow, readList } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[showcase #id | prompt`, rows `itemId = title ~ description ~ image url`, `]]`. */
export const showcase: MarkerKind = {
  name: 'showcase',
  takesId: true,
  rows: 'always',
  head: ['prompt'],
  read(marker, reading) {
    const asking = readAsking(showcase, marker, reading)
    const items = readList(marker, reading, ['title', 'description', 'image']).map(({ at, id, fields }) => {
      const [title = '', description, image] = fields
      if (!isWords(title)) reading.problem('aml.row.unreadable', 'This row needs a title after its “=”', at)
      const mediaUrl = readPicture(image, reading, at)
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
