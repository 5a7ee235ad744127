import { sourceKinds } from '@parley/definition/vocabulary'
import { boundedText, countCharacters, httpUrl, nameText } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest, problem } from '../../platform/http/problem.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { toContentType } from './content-type.ts'

export const sourceStatuses = ['pending', 'ready', 'failed'] as const

export const maxSources = 200
export const maxFileBytes = 20 * 1024 * 1024
const maxTextCharacters = 2_000_000
const maxBase64Characters = Math.ceil(maxFileBytes / 3) * 4

export const SourceResponse = z
  .strictObject({
    id: z.string(),
    kind: z.enum(sourceKinds),
    name: z.string(),
    url: z.string().optional(),
    contentType: z.string().optional(),
    status: z.enum(sourceStatuses),
    lastError: z.string().optional().meta({ description: 'Why the last attempt to read it failed.' }),
    passageCount: z.int(),
    refreshedAt: timestamp.optional().meta({ description: 'When its passages were last read.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'KnowledgeSource',
    examples: [
      {
        id: 'src_01',
        kind: 'url',
        name: 'Price list',
        url: 'https://example.com/prices',
        status: 'ready',
        passageCount: 12,
        refreshedAt: '2030-01-31T09:00:05.000Z',
        createdAt: '2030-01-31T09:00:00.000Z',
        updatedAt: '2030-01-31T09:00:05.000Z',
      },
    ],
  })
export type SourceResponse = z.infer<typeof SourceResponse>

type UploadedPart = { name: string; type: string; bytes: Uint8Array }
const isUploadedPart = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

export const SourceCreate = z
  .strictObject({
    kind: z.enum(sourceKinds).optional().meta({ description: 'Required, unless a `file` is sent in a form.' }),
    name: nameText.optional().meta({ description: 'Required, unless the `file` has a name.' }),
    url: httpUrl.optional().meta({ description: 'Where a source of kind url, or a file, is fetched from.' }),
    text: boundedText({ min: 1, max: maxBase64Characters })
      .optional()
      .meta({ description: 'The text itself, at most 2,000,000 characters; a PDF as base64.' }),
    contentType: boundedText({ min: 1, max: 200 }).optional().meta({ description: 'For example text/markdown.' }),
    file: z
      .custom<UploadedPart>(isUploadedPart, 'must be one file, sent as multipart/form-data')
      .meta({ description: 'The field of a multipart form; at most 20 MB.', type: 'string', format: 'binary' })
      .optional(),
  })
  .meta({
    id: 'KnowledgeSourceCreate',
    examples: [{ kind: 'url', name: 'Price list', url: 'https://example.com/prices' }],
  })
export type SourceCreate = z.output<typeof SourceCreate>

/** A source to store: its bytes, or the URL to fetch them from. */
export type NewSource = Pick<SourceResponse, 'kind' | 'name' | 'url' | 'contentType'> & { bytes?: Buffer }

export function toNewSource(request: SourceCreate): NewSource {
  const kind = request.kind ?? (request.file ? 'file' : undefined)
  const name = request.name ?? (request.file && sourceNameOf(request.file.name))
  if (kind === undefined) throw invalidRequest([{ field: 'kind', message: 'is required' }])
  if (name === undefined) throw invalidRequest([{ field: 'name', message: 'is required' }])
  assertContentMatchesKind(kind, request)
  const { file, url } = request
  if (file)
    return {
      kind,
      name,
      contentType: request.contentType ?? (file.type || undefined),
      bytes: assertWithinLimit(file.bytes),
    }
  return {
    kind,
    name,
    url,
    contentType: request.contentType,
    bytes: request.text === undefined ? undefined : bytesOf(request),
  }
}

const contents = { url: ['url'], text: ['text'], file: ['file', 'text', 'url'] } as const

/** Each kind accepts content from exactly one field. */
function assertContentMatchesKind(kind: NewSource['kind'], request: SourceCreate): void {
  const allowed: readonly string[] = contents[kind]
  const given = (['file', 'text', 'url'] as const).filter((field) => request[field] !== undefined)
  const wrong = given.filter((field, at) => at > 0 || !allowed.includes(field))
  const message = (field: string) =>
    allowed.includes(field) ? 'must not be combined with other content' : `is not allowed for the kind ${kind}`
  if (wrong.length > 0) throw invalidRequest(wrong.map((field) => ({ field, message: message(field) })))
  if (given.length > 0) return
  const field = contents[kind][0]
  throw invalidRequest([{ field, message: kind === 'file' ? 'is required, unless text or url is set' : 'is required' }])
}

function bytesOf({ text = '', contentType, kind }: SourceCreate): Buffer {
  if (kind === 'file' && toContentType(contentType) === 'pdf') return assertWithinLimit(decodeBase64(text))
  const most = maxTextCharacters
  if (text.length > 2 * most || (text.length > most && countCharacters(text) > most)) {
    throw invalidRequest([{ field: 'text', message: `must have at most ${maxTextCharacters} characters` }])
  }
  return Buffer.from(text)
}

/**
 * Strips the padding and validates in two passes: a single pattern would backtrack over millions of spaces millions of
 * times.
 */
function decodeBase64(text: string): Buffer {
  const padded = text.trim()
  const bare = padded.slice(0, padded.length - (/={1,2}$/.exec(padded.slice(-2))?.[0].length ?? 0))
  // The decoder skips whitespace itself.
  if (bare !== '' && !/[^A-Za-z0-9+/_\-\s]/.test(bare)) return Buffer.from(bare, 'base64')
  throw invalidRequest([{ field: 'text', message: 'must be base64 for application/pdf' }])
}

function assertWithinLimit(bytes: Uint8Array): Buffer {
  if (bytes.length > maxFileBytes) throw problem('request.too_large', 413, { detail: 'A file may have at most 20 MB' })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function sourceNameOf(fileName: string): string {
  return [...fileName.replaceAll('\0', '').toWellFormed().trim()].slice(0, 200).join('') || 'File'
}
