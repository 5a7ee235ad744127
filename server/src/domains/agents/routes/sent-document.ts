import { hash } from 'node:crypto'
import { parseYaml } from '@parley/definition'
import { assertStorable, maxValuesFor, readJson } from '../../../platform/http/body.ts'
import { problem } from '../../../platform/http/problem.ts'

export const maxDocumentBytes = 12 * 1024 * 1024

const maxValues = maxValuesFor(maxDocumentBytes)

export type DocumentSource = { bytes: Uint8Array; isYaml: boolean }

export class SentDocument implements DocumentSource {
  readonly bytes: Uint8Array
  readonly isYaml: boolean

  constructor({ bytes, isYaml }: DocumentSource) {
    this.bytes = bytes
    this.isYaml = isYaml
  }

  /** Serializes as its digest, because Idempotency-Key compares bodies by their JSON. */
  toJSON(): string {
    return hash('sha256', this.bytes)
  }
}

/** Parses a document; throws a problem that points to the syntax error. */
export function parseSentDocument({ bytes, isYaml }: DocumentSource): unknown {
  if (!isYaml) return readJson(Buffer.from(bytes), 'application/json', maxValues)
  const read = parseYaml(decodeUtf8(bytes))
  if (!read.ok) {
    const place = read.line === undefined ? '' : ` (line ${read.line}, column ${read.column})`
    const detail = `The body could not be parsed as YAML: ${read.message}${place}`
    throw problem('request.malformed', 400, { detail })
  }
  assertStorable(read.value, maxValues)
  return read.value
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw problem('request.malformed', 400, { detail: 'The body is not valid UTF-8' })
  }
}
