import { webAddress } from '../model/values.ts'
import type { Reading } from './reading.ts'
import { shown } from './rows.ts'
import type { Position } from './scan.ts'

/** The address of a picture, where `image:<id>` stands for one of the agent's own. Undefined when there is none. */
export function readPicture(text: string | undefined, reading: Reading, at: Position): string | undefined {
  if (text === undefined || text === '') return undefined
  const own = /^image:\s*\S/i.test(text)
  const address = own ? ownPicture(text.slice('image:'.length).trim(), reading, at) : text
  return address === undefined ? undefined : readAddress(address, reading, at)
}

function ownPicture(id: string, reading: Reading, at: Position): string | undefined {
  reading.refer('image', id, at)
  const address = reading.compilation.content.image?.(id)
  if (address === undefined) {
    reading.warning('aml.image.unknown', `There is no image “${shown(id)}”, so none is sent`, at)
  }
  return address
}

export function readAddress(text: string, reading: Reading, at: Position): string | undefined {
  const address = webAddress.safeParse(text)
  if (address.success) return address.data
  reading.problem('aml.url.invalid', `“${shown(text)}” is no web address: it begins with https:// or http://`, at)
  return undefined
}
