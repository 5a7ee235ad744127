import { literal } from './fields.ts'
import type { Marker, MarkerKind } from './markers/kind.ts'
import type { Reading } from './reading.ts'
import { checkId, isWords, shown } from './rows.ts'

/** The id and the prompt of a part that asks. An unnamed one gets a name, since its answer must come back under one. */
export function readAsking(kind: Pick<MarkerKind, 'name'>, marker: Marker, reading: Reading) {
  const intentId = readIntentId(marker, reading) ?? nextId(kind.name, reading)
  const prompt = literal(marker.fields[0] ?? '')
  if (!isWords(prompt)) {
    reading.problem('aml.field.missing', `This marker needs a prompt: [[${kind.name} #${shown(intentId)} | What to ask`)
  }
  return { intentId, prompt }
}

/** The id and the prompt of a part that shares: it may go without both. */
export function readSharing(marker: Marker, reading: Reading, prompt: string | undefined) {
  const intentId = readIntentId(marker, reading)
  return { ...(intentId !== undefined && { intentId }), ...(prompt !== undefined && { prompt }) }
}

function readIntentId(marker: Marker, reading: Reading): string | undefined {
  const { id } = marker
  if (id === undefined) return undefined
  checkId(id, reading)
  if (reading.compilation.shared.intentIds.has(id)) {
    reading.problem('aml.intent.duplicate', `The id #${shown(id)} is taken by an earlier marker of this message`)
  }
  return id
}

function nextId(name: string, reading: Reading): string {
  const { shared } = reading.compilation
  let id: string
  do id = `${name.replaceAll('.', '-')}-${++shared.unnamed}`
  while (shared.intentIds.has(id))
  reading.warning('aml.intent.unnamed', `This marker has no id, so it is called #${id}. Write one after its name`)
  return id
}
