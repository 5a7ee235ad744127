import { isJsonObject } from '../json-node.ts'

/** One more than any list or map of a document may have: what is cut here is refused as too many. */
const maxEntries = 101
const maxKeys = 501
const maps = ['customFields', 'formData', 'inputs', 'personFields', 'stubs', 'toolsCalled']

/** A hostile document costs no more than its own reading: the schema sees as much of it as tells what is wrong. */
export function boundDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(boundDocument)
  if (!isJsonObject(value)) return value
  return changed(value, Object.keys(value), (key, inside) =>
    maps.includes(key) ? boundedMap(inside) : boundDocument(inside),
  )
}

/** What stands in a map is left as it is: a stub may answer anything. */
function boundedMap(map: unknown): unknown {
  return isJsonObject(map) ? changed(map, Object.keys(map).slice(0, maxKeys), (_, inside) => inside) : map
}

function changed(
  fields: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  change: (key: string, inside: unknown) => unknown,
): object {
  return Object.fromEntries(keys.map((key) => [key, change(key, fields[key])]))
}
