import { unescapeField } from './fields.ts'
import type { MarkerReader } from './marker-reader.ts'
import type { Marker, MarkerKind } from './markers/kind.ts'
import { checkId, isNonBlank, truncateForNote } from './rows.ts'

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
      `The id #${truncateForNote(id)} is taken by an earlier marker of this message`,
    )
  }
  return id
}

function createIntentId(name: string, reader: MarkerReader): string {
  const { shared } = reader.compilation
  let id: string
  do id = `${name.replaceAll('.', '-')}-${++shared.unnamed}`
  while (shared.intentIds.has(id))
  reader.warning('aml.intent.unnamed', `This marker has no id, so it is called #${id}. Write one after its name`)
  return id
}
