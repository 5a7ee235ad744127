import { createHash } from 'node:crypto'
import type { FieldError } from '@parley/findings'
import { readJson, textTrouble } from './body.ts'
import { invalid, problem } from './problem.ts'

export type FormFile = { name: string; type: string; bytes: Buffer }

/** The wide limit of a route that takes files is seldom meant for JSON, which costs more to read. */
const usualJsonBytes = 2 * 1024 * 1024
const longestFieldName = 200

/** Reads a JSON body, or a form as one object: texts as they are, files as `{ name, type, bytes }`. */
export async function readJsonOrForm(
  raw: Buffer | undefined,
  contentType: string | undefined,
  mostJsonBytes = usualJsonBytes,
): Promise<unknown> {
  if (isForm(contentType)) return readForm(raw ?? Buffer.alloc(0), contentType)
  if (raw && raw.length > mostJsonBytes) {
    throw problem('request.too_large', 413, { detail: `A JSON body may have at most ${mostJsonBytes / 2 ** 20} MB` })
  }
  return readJson(raw, contentType)
}

function isForm(contentType: string | undefined): contentType is string {
  return /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '')
}

async function readForm(raw: Buffer, contentType: string): Promise<Record<string, string | FormFile>> {
  const fields = [...(await parse(raw, contentType))]
  const errors = troubles(fields)
  if (errors.length > 0) throw invalid(errors)
  return Object.fromEntries(await Promise.all(fields.map(async ([name, value]) => [name, await read(value)] as const)))
}

async function parse(raw: Buffer, contentType: string): Promise<FormData> {
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined)
  if (!form) throw malformed('The body is not a whole multipart/form-data form')
  if ([...form.keys()].some((name) => name.length > longestFieldName)) {
    throw malformed(`The name of a form field may have at most ${longestFieldName} characters`)
  }
  return form
}

const malformed = (detail: string) => problem('request.malformed', 400, { detail })

function troubles(fields: [string, File | string][]): FieldError[] {
  const seen = new Set<string>()
  return fields.flatMap(([name, value]) => {
    const twice = seen.has(name) ? 'must be sent once only' : undefined
    seen.add(name)
    const message = twice ?? textTrouble(typeof value === 'string' ? name + value : name)
    return message ? [{ field: name.replaceAll('\u0000', '�'), message }] : []
  })
}

async function read(value: File | string): Promise<string | FormFile> {
  if (typeof value === 'string') return value
  return { name: value.name, type: value.type, bytes: digestible(Buffer.from(await value.arrayBuffer())) }
}

/** In JSON a file is its digest: Idempotency-Key compares bodies by their JSON, and 20 MB written out would stop us. */
function digestible(bytes: Buffer): Buffer {
  return Object.defineProperty(bytes, 'toJSON', { value: () => createHash('sha256').update(bytes).digest('hex') })
}
