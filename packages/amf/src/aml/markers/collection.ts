import { readContentId } from '../content-id.ts'
import { shown } from '../rows.ts'
import type { MarkerKind } from './kind.ts'
import { checkedCard } from './things.ts'

/** `[[collection: id]]`: its things as a carousel. */
export const collection: MarkerKind = {
  name: 'collection',
  takesId: false,
  rows: 'never',
  head: ['id'],
  read(marker, reading) {
    const id = readContentId('collection', marker, reading)
    if (id === undefined) return undefined
    const known = reading.compilation.content.collection?.(id)
    if (!known) {
      reading.warning('aml.collection.unknown', `There is no collection “${shown(id)}”, so nothing is sent for it`)
    } else if (known.length === 0) {
      reading.warning('aml.collection.empty', `The collection “${shown(id)}” is empty, so nothing is sent for it`)
    }
    const cards = (known ?? []).flatMap((card) => checkedCard(card, `A thing of “${shown(id)}”`, reading) ?? [])
    return cards.length > 0 ? { parts: [{ type: 'carousel', cards }] } : undefined
  },
}
