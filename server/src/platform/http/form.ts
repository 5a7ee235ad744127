import { createHash } from 'node:crypto'
import { Busboy } from '@fastify/busboy'
import type { FieldError } from '@parley/findings'
import { readJsonInTurns, refuseLongJson, textTrouble } from './body.ts'
import { invalid, problem } from './problem.ts'

export type FormFile = { name: string; type: string; bytes: Buffer }

const longestFieldName = 200

/** Reads a JSON body, or a form as one object: texts as they are, files as `{ name, type, bytes }`. */
export async function readJsonOrForm(
  raw: Buffer | undefined,
  contentType: string | undefined,
  mostJsonBytes?: number,
): Promise<unknown> {
  if (isForm(contentType)) return readForm(raw ?? Buffer.alloc(0), contentType)
  refuseLongJson(raw?.length ?? 0, mostJsonBytes)
  return readJsonInTurns(raw, contentType)
}

function isForm(contentType: string | undefined): contentType is string {
  return /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '')
}

async function readForm(raw: Buffer, contentType: string): Promise<Record<string, string | FormFile>> {
  const fields = await parse(raw, contentType)
  const errors = troubles(fields)
  if (errors.length > 0) throw invalid(errors)
  return Object.fromEntries(fields)
}

type Field = [name: string, value: string | FormFile]

/** No form of ours has more parts, or longer texts. */
const limits = { parts: 20, headerPairs: 20, headerSize: 16_384, fieldSize: 1_048_576, fieldNameSize: 1000 }

function parse(raw: Buffer, contentType: string): Promise<Field[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Field[]>()
  const fields: Field[] = []
  const refuse = (detail: string) => () => reject(malformed(detail))
  try {
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits })
    const add = (name: string, value: string | FormFile) => {
      if (name.length > longestFieldName) refuse(tooLongAName)()
      fields.push([name, value])
    }
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) refuse(isNameCut ? tooLongAName : 'A field of the form is too long')()
      add(name, value)
    })
    parser.on('file', (name, stream, ...[fileName, , type]) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', refuse(notWhole))
      stream.on('end', () =>
        add(name, { name: written(fileName ?? ''), type, bytes: digestible(Buffer.concat(chunks)) }),
      )
    })
    parser.on('partsLimit', refuse(`A form may have at most ${limits.parts} fields`))
    parser.on('error', refuse(notWhole))
    parser.on('finish', () => resolve(fields))
    parser.end(raw)
  } catch {
    reject(malformed(notWhole))
  }
  return promise
}

/** A browser writes these three in a name as if it were an address. */
const escaped: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }
const written = (name: string): string => name.replace(/%(?:22|0D|0A)/g, (code) => escaped[code] ?? code)

const notWhole = 'The body is not a whole multipart/form-data form'
const tooLongAName = `The name of a form field may have at most ${longestFieldName} characters`
const malformed = (detail: string) => problem('request.malformed', 400, { detail })

function troubles(fields: readonly Field[]): FieldError[] {
  const seen = new Set<string>()
  return fields.flatMap(([name, value]) => {
    const twice = seen.has(name) ? 'must be sent once only' : undefined
    seen.add(name)
    const message = twice ?? textTrouble(typeof value === 'string' ? name + value : name)
    return message ? [{ field: name.replaceAll('\u0000', '�'), message }] : []
  })
}

/** In JSON a file is its digest: Idempotency-Key compares bodies by their JSON, and 20 MB written out would stop us. */
function digestible(bytes: Buffer): Buffer {
  return Object.defineProperty(bytes, 'toJSON', { value: () => createHash('sha256').update(bytes).digest('hex') })
}
