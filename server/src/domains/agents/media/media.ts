import { httpUrl, nameText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest, type Problem, problem } from '../../../platform/http/problem.ts'
import { timestamp } from '../../../platform/http/schemas.ts'

export const maxMediaBytes = 16 * 1024 * 1024
export const maxMediaItems = 2000

export const MediaItem = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    bytes: z.int(),
    width: z.int().optional(),
    height: z.int().optional(),
    url: z.url().meta({ description: 'Public: anyone who knows it can fetch the content.' }),
    createdAt: timestamp,
  })
  .meta({
    id: 'MediaItem',
    examples: [
      {
        id: 'media_01',
        name: 'boat.png',
        contentType: 'image/png',
        bytes: 48_213,
        width: 1200,
        height: 800,
        url: 'https://gateway.example.com/media/Ab3dE/boat.png',
        createdAt: '2030-01-31T09:00:00.000Z',
      },
    ],
  })
export type MediaItem = z.infer<typeof MediaItem>

/** A stored item without its content, which is read separately. */
export type StoredMedia = Omit<MediaItem, 'url'> & { token: string }

export type UploadedFile = { name: string; bytes: Buffer }
export type MediaCreate = { name?: string } & (
  | { file: UploadedFile; url?: undefined }
  | { url: string; file?: undefined }
)

const file = z
  .custom<UploadedFile>(isFile, 'must be one file, sent as multipart/form-data')
  .meta({ type: 'string', format: 'binary' })

export const MediaCreate = withReadOnlyFields(
  { file: file.optional(), url: httpUrl.optional(), name: nameText.optional() },
  ['id', 'contentType', 'bytes', 'width', 'height', 'createdAt'],
)
  .transform(({ file, url, name }, context): MediaCreate => {
    if (file && url === undefined) return { file, name }
    if (url !== undefined && !file) return { url, name }
    const [field, message] = file
      ? ['url', 'cannot be combined with a file']
      : ['file', 'is required unless there is a url']
    context.addIssue({ code: 'custom', path: [field], message })
    return z.NEVER
  })
  .meta({ id: 'MediaCreate', examples: [{ url: 'https://cdn.example.com/boat.png', name: 'Boat' }] })

function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes)
}

/** The name in the URL is only for people; carriers and channels accept URLs of about 2,000 characters. */
const maxUrlNameLength = 60

export function serializeMediaItem({ token, ...item }: StoredMedia, gatewayPublicUrl: string): MediaItem {
  const name = [...item.name].slice(0, maxUrlNameLength).join('')
  return { ...item, url: `${gatewayPublicUrl}/media/${token}/${encodeURIComponent(name)}` }
}

const maxNameLength = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Sanitizes a file name suggested by an upload or a URL: no folders, no invisible characters, never empty. */
export function sanitizeFileName(suggested: string): string {
  const last = suggested.toWellFormed().split(/[/\\]/).at(-1) as string
  const seen = [...last.replace(invisible, '')].slice(0, maxNameLength).join('').trim()
  return /^\.*$/.test(seen) ? 'untitled' : seen
}

/** Returns the last path segment, decoded. */
export function getFileNameFromUrl(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) as string
  try {
    return sanitizeFileName(decodeURIComponent(segment))
  } catch {
    return sanitizeFileName(segment)
  }
}

export function mediaTooLarge(): Problem {
  return problem('request.too_large', 413, { detail: `A file may have at most ${maxMediaBytes / 1024 / 1024} MB` })
}

/** A place in the agent that uses a media item; `user` is its display name. */
export type MediaReference = { field: string; code: string; message: string; user: string }

export function mediaInUse(users: readonly MediaReference[]): Problem {
  const names = [...new Set(users.map(({ user }) => user))]
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  const detail = `The media item is still used by ${names.slice(0, 5).join(', ')}${more}`
  const errors = users.slice(0, 100).map(({ field, code, message }) => ({ field, code, message }))
  return problem('agent.integrity_conflict', 409, { detail, errors })
}

export function createInvalidMediaProblem(field: 'file' | 'url', message: string): Problem {
  return invalidRequest([{ field, message }])
}
