import { readContentId } from '../marker-values.ts'
import { truncateForNote } from '../rows.ts'
import type { MarkerKind } from './kind.ts'
import { validateCard } from './things.ts'

/** `[[collection: id]]`: the collection's things as a carousel. */
export const collectionMarker: MarkerKind = {
  name: 'collection',
  takesId: false,
  rows: 'never',
  head: ['id'],
  read(marker, reader) {
    const id = readContentId('collection', marker, reader)
    if (id === undefined) return undefined
    const known = reader.compilation.content.collection?.(id)
    if (!known) {
      reader.warning(
        'aml.collection.unknown',
        `There is no collection “${truncateForNote(id)}”, so nothing is sent for it`,
      )
    } else if (known.length === 0) {
      reader.warning(
        'aml.collection.empty',
        `The collection “${truncateForNote(id)}” is empty, so nothing is sent for it`,
      )
    }
    const cards = (known ?? []).flatMap(
      (card) => validateCard(card, `A thing of “${truncateForNote(id)}”`, reader) ?? [],
    )
    return cards.length > 0 ? { parts: [{ type: 'carousel', cards }] } : undefined
  },
}
