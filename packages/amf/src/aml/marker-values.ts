import { webAddress } from '../model/values.ts'
import { unescapeField } from './fields.ts'
import type { MarkerReader } from './marker-reader.ts'
import type { Marker, MarkerKind } from './markers/kind.ts'
import { checkId, isNonBlank, truncateForNote } from './rows.ts'
import type { TextPosition } from './scan.ts'

/**
 * Reads the id and prompt of an ask part. Generates an id when there is none, because the answer is reported under it.
 */
export function readAskHead(kind: Pick<MarkerKind, 'name'>, marker: Marker, reader: MarkerReader) {
  const intentId = readIntentId(marker, reader) ?? createIntentId(kind.name, reader)
  const prompt = unescapeField(marker.fields[0] ?? '')
  if (!isNonBlank(prompt)) {
    reader.problem(
      'aml.field.missing',
      `This marker needs a prompt: [[${kind.name} #${truncateForNote(intentId)} | What to ask`,
    )
  }
  return { intentId, prompt }
}

/** Reads the id and prompt of a share part; both are optional. */
export function readShareHead(marker: Marker, reader: MarkerReader, prompt: string | undefined) {
  const intentId = readIntentId(marker, reader)
  return { ...(intentId !== undefined && { intentId }), ...(prompt !== undefined && { prompt }) }
}

function readIntentId(marker: Marker, reader: MarkerReader): string | undefined {
  const { id } = marker
  if (id === undefined) return undefined
  checkId(id, reader)
  if (reader.compilation.shared.intentIds.has(id)) {
    reader.problem(
      'aml.intent.duplicate',
      `The id #${truncateForNote(id)} is already used by an earlier marker in this message`,
    )
  }
  return id
}

function createIntentId(name: string, reader: MarkerReader): string {
  const { shared } = reader.compilation
  let id: string
  do id = `${name.replaceAll('.', '-')}-${++shared.unnamed}`
  while (shared.intentIds.has(id))
  reader.warning('aml.intent.unnamed', `This marker has no id, so it was named #${id}. Write an id after its name`)
  return id
}

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
    `“${truncateForNote(text)}” is not a web address: it must begin with https:// or http://`,
    at,
  )
  return undefined
}
