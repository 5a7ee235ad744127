import { createHash } from 'node:crypto'
import { Busboy } from '@fastify/busboy'
import type { FieldError } from '@parley/findings'
import { assertJsonLength, findTextProblem, readJsonYielding } from './body.ts'
import { invalidRequest, problem } from './problem.ts'

export type FormFile = { name: string; type: string; bytes: Buffer }

const maxFieldNameLength = 200

/** Reads a JSON body, or a form as one object: text fields as strings, files as `{ name, type, bytes }`. */
export async function readJsonOrForm(
  raw: Buffer | undefined,
  contentType: string | undefined,
  mostJsonBytes?: number,
): Promise<unknown> {
  if (isForm(contentType)) return readForm(raw ?? Buffer.alloc(0), contentType)
  assertJsonLength(raw?.length ?? 0, mostJsonBytes)
  return readJsonYielding(raw, contentType)
}

function isForm(contentType: string | undefined): contentType is string {
  return /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '')
}

async function readForm(raw: Buffer, contentType: string): Promise<Record<string, string | FormFile>> {
  const fields = await parseForm(raw, contentType)
  const errors = findFieldProblems(fields)
  if (errors.length > 0) throw invalidRequest(errors)
  return Object.fromEntries(fields)
}

type Field = [name: string, value: string | FormFile]

/** None of our forms has more parts or longer fields. */
const limits = { parts: 20, headerPairs: 20, headerSize: 16_384, fieldSize: 1_048_576, fieldNameSize: 1000 }

function parseForm(raw: Buffer, contentType: string): Promise<Field[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Field[]>()
  const fields: Field[] = []
  const refuse = (detail: string) => () => reject(malformedFormProblem(detail))
  try {
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits })
    const add = (name: string, value: string | FormFile) => {
      if (name.length > maxFieldNameLength) refuse(fieldNameTooLong)()
      fields.push([name, value])
    }
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) refuse(isNameCut ? fieldNameTooLong : 'A field of the form is too long')()
      add(name, value)
    })
    parser.on('file', (name, stream, ...[fileName, , type]) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', refuse(incompleteForm))
      stream.on('end', () =>
        add(name, { name: unescapeFieldName(fileName ?? ''), type, bytes: withDigestJson(Buffer.concat(chunks)) }),
      )
    })
    parser.on('partsLimit', refuse(`A form has at most ${limits.parts} fields`))
    parser.on('error', refuse(incompleteForm))
    parser.on('finish', () => resolve(fields))
    parser.end(raw)
  } catch {
    reject(malformedFormProblem(incompleteForm))
  }
  return promise
}

/** Browsers percent-encode these three characters in a file name. */
const escapeSequences: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }
const unescapeFieldName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/g, (code) => escapeSequences[code] ?? code)

const incompleteForm = 'The body is not a complete multipart/form-data form'
const fieldNameTooLong = `The name of a form field has at most ${maxFieldNameLength} characters`
const malformedFormProblem = (detail: string) => problem('request.malformed', 400, { detail })

function findFieldProblems(fields: readonly Field[]): FieldError[] {
  const seen = new Set<string>()
  return fields.flatMap(([name, value]) => {
    const twice = seen.has(name) ? 'must be sent only once' : undefined
    seen.add(name)
    const message = twice ?? findTextProblem(typeof value === 'string' ? name + value : name)
    return message ? [{ field: name.replaceAll('\u0000', '�'), message }] : []
  })
}

/**
 * In JSON a file is represented by its digest: Idempotency-Key compares bodies as JSON, and serializing 20 MB would
 * block the event loop.
 */
function withDigestJson(bytes: Buffer): Buffer {
  return Object.defineProperty(bytes, 'toJSON', { value: () => createHash('sha256').update(bytes).digest('hex') })
}
