import { webAddress } from '../model/values.ts'
import type { MarkerReader } from './marker-reader.ts'
import { truncateForNote } from './rows.ts'
import type { TextPosition } from './scan.ts'

/** The address of a picture, where `image:<id>` stands for one of the agent's own. Undefined when there is none. */
export function readImageUrl(text: string | undefined, reading: MarkerReader, at: TextPosition): string | undefined {
  if (text === undefined || text === '') return undefined
  const own = /^image:\s*\S/i.test(text)
  const address = own ? resolveOwnImage(text.slice('image:'.length).trim(), reading, at) : text
  return address === undefined ? undefined : readUrl(address, reading, at)
}

function resolveOwnImage(id: string, reading: MarkerReader, at: TextPosition): string | undefined {
  reading.refer('image', id, at)
  const address = reading.compilation.content.image?.(id)
  if (address === undefined) {
    reading.warning('aml.image.unknown', `There is no image “${truncateForNote(id)}”, so none is sent`, at)
  }
  return address
}

export function readUrl(text: string, reading: MarkerReader, at: TextPosition): string | undefined {
  const address = webAddress.safeParse(text)
  if (address.success) return address.data
  reading.problem(
    'aml.url.invalid',
    `“${truncateForNote(text)}” is no web address: it begins with https:// or http://`,
    at,
  )
  return undefined
}
