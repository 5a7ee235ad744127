import { webAddress } from '../model/values.ts'
import type { MarkerReader } from './marker-reader.ts'
import { truncateForNote } from './rows.ts'
import type { TextPosition } from './scan.ts'

/**
 * Reads an image URL, resolving `image:<id>` to one of the agent's own images. Returns undefined when there is none.
 */
export function readImageUrl(text: string | undefined, reader: MarkerReader, at: TextPosition): string | undefined {
  if (text === undefined || text === '') return undefined
  const own = /^image:\s*\S/i.test(text)
  const address = own ? resolveOwnImage(text.slice('image:'.length).trim(), reader, at) : text
  return address === undefined ? undefined : readUrl(address, reader, at)
}

function resolveOwnImage(id: string, reader: MarkerReader, at: TextPosition): string | undefined {
  reader.refer('image', id, at)
  const address = reader.compilation.content.image?.(id)
  if (address === undefined) {
    reader.warning('aml.image.unknown', `There is no image “${truncateForNote(id)}”, so none is sent`, at)
  }
  return address
}

export function readUrl(text: string, reader: MarkerReader, at: TextPosition): string | undefined {
  const address = webAddress.safeParse(text)
  if (address.success) return address.data
  reader.problem(
    'aml.url.invalid',
    `“${truncateForNote(text)}” is no web address: it begins with https:// or http://`,
    at,
  )
  return undefined
}
