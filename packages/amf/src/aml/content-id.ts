import { unescapeField } from './fields.ts'
import type { MarkerReader } from './marker-reader.ts'
import type { Marker } from './markers/kind.ts'

/** Reads the id of the agent content that a marker refers to: `[[template: id]]`, `[[collection: id]]`. */
export function readContentId(
  kind: 'template' | 'collection',
  marker: Marker,
  reader: MarkerReader,
): string | undefined {
  const id = unescapeField(marker.fields[0] ?? '')
  if (id === '') {
    reader.problem('aml.field.missing', `This marker needs the id of a ${kind}: [[${kind}: id]]`)
    return undefined
  }
  reader.refer(kind, id)
  return id
}
