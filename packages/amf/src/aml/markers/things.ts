import { Card } from '../../model/parts.ts'
import { splitUnescaped, unescapeField } from '../fields.ts'
import type { MarkerReader } from '../marker-reader.ts'
import { readContentId } from '../marker-values.ts'
import { truncateForNote } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[things: id, id]]`: one thing renders as a card, several as a carousel. */
export const thingsMarker: MarkerKind = {
  name: 'things',
  takesId: false,
  rows: 'never',
  head: 'list',
  read(marker, reader) {
    const ids = marker.fields.flatMap((field) => splitUnescaped(field, ',')).filter((id) => id !== '')
    if (ids.length === 0) {
      reader.problem('aml.field.missing', 'This marker needs the ids of things: [[things: id, id]]')
    }
    const cards = ids.flatMap((id) => readThing(unescapeField(id), reader) ?? [])
    const [only] = cards
    if (!only) return undefined
    return { parts: [cards.length === 1 ? { type: 'card', card: only } : { type: 'carousel', cards }] }
  },
}

function readThing(id: string, reader: MarkerReader): Card | undefined {
  reader.refer('thing', id)
  const thing = reader.compilation.content.thing?.(id)
  if (thing) return validateCard(thing, `The thing “${truncateForNote(id)}”`, reader)
  reader.warning('aml.thing.unknown', `There is no thing “${truncateForNote(id)}”, so nothing is sent for it`)
  return undefined
}

/** Validates the agent's own content like external input, so that every sent message renders on every channel. */
function validateCard(card: Card, whose: string, reader: MarkerReader): Card | undefined {
  const checked = Card.safeParse(card)
  if (checked.success) return checked.data
  reader.problem('aml.thing.invalid', `${whose} does not make a card that can be sent`)
  return undefined
}

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
