import { hash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  OutboundBlockedError,
  OutboundFailedError,
  ResponseTooLargeError,
  readLimited,
} from '../../../platform/outbound/index.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import {
  createInvalidMediaProblem,
  getFileNameFromUrl,
  type MediaCreate,
  maxMediaBytes,
  mediaTooLarge,
  type StoredMedia,
  sanitizeFileName,
  serializeMediaItem,
  type UploadedFile,
} from './media.ts'
import { insertMedia, listAllMedia } from './queries.ts'

/**
 * Accepted content types, detected from the bytes; the type that a caller claims is ignored. SVG is excluded on
 * purpose: it is a document that can contain scripts.
 */
const storedContentTypes: ReadonlyMap<string, string> = new Map([
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
  ['video/mp4', 'video/mp4'],
  ['video/x-m4v', 'video/mp4'],
  ['audio/mpeg', 'audio/mpeg'],
  ['audio/ogg', 'audio/ogg'],
  ['audio/ogg; codecs=opus', 'audio/ogg'],
  ['audio/mp4', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
  ['application/pdf', 'application/pdf'],
  ['text/vcard', 'text/vcard'],
])

export const mediaContentTypes: readonly string[] = [...new Set(storedContentTypes.values())]

type MediaContent = { contentType: string; width?: number; height?: number }

/** Detects the content type from the bytes; undefined when the library does not accept it. */
export async function detectMediaContent(bytes: Buffer): Promise<MediaContent | undefined> {
  // Loaded with the first file, so that a start does not wait for it.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  const contentType = found && storedContentTypes.get(found.mime)
  if (!contentType) return undefined
  return { contentType, ...(contentType.startsWith('image/') && (await sizeInPixels(bytes))) }
}

/** The dimensions of a JPEG come after its color profile and previews, each a segment of at most 64 KB. */
const headLength = 1024 * 1024
const maxPixels = 1_000_000

/** Dimensions as displayed: a portrait photograph may be stored in landscape with an orientation tag. */
async function sizeInPixels(bytes: Buffer): Promise<{ width: number; height: number } | undefined> {
  const { imageSize } = await import('image-size')
  // A separate copy: the parser reads past the end of a short image, into whatever memory follows it.
  const head = Buffer.alloc(Math.min(bytes.length, headLength))
  bytes.copy(head)
  try {
    const { width, height, orientation = 1 } = imageSize(head)
    if (![width, height].every((side) => side >= 1 && side <= maxPixels)) return undefined
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

export type IngestedMedia = MediaContent & { name: string; content: Buffer; sha256: Buffer }

/** Inspects an uploaded file, or downloads it from its URL first. */
export async function ingestMedia(request: MediaCreate, fetch: typeof globalThis.fetch): Promise<IngestedMedia> {
  const { name, bytes } = request.file ?? (await downloadMedia(request.url, fetch))
  if (bytes.length > maxMediaBytes) throw mediaTooLarge()
  const content = await detectMediaContent(bytes)
  if (!content)
    throw createInvalidMediaProblem(
      request.file ? 'file' : 'url',
      `must contain one of ${mediaContentTypes.join(', ')}`,
    )
  return {
    ...content,
    name: request.name ?? sanitizeFileName(name),
    content: bytes,
    sha256: hash('sha256', bytes, 'buffer'),
  }
}

export function storeMedia(tx: Db, agent: AgentKey, ingested: IngestedMedia, world: World): Promise<StoredMedia> {
  return insertMedia(tx, agent, {
    ...ingested,
    id: world.newId('media'),
    token: generateToken(world, ''),
    now: world.now(),
  })
}

export function createMediaUrls(gatewayPublicUrl: string) {
  return async (db: Db, agent: AgentKey): Promise<Map<string, string>> => {
    const items = await listAllMedia(db, agent)
    return new Map(items.map((item) => [item.id, serializeMediaItem(item, gatewayPublicUrl).url]))
  }
}

/** Downloads a URL; any failure is reported as a validation error of the field `url`. */
async function downloadMedia(url: string, fetch: typeof globalThis.fetch): Promise<UploadedFile> {
  const answered = await fetch(url).catch(throwUrlProblem)
  if (!answered.ok) {
    await answered.body?.cancel()
    throw createInvalidMediaProblem('url', `must be publicly accessible; its server returned ${answered.status}`)
  }
  return { name: getFileNameFromUrl(url), bytes: await readLimited(answered, maxMediaBytes).catch(throwUrlProblem) }
}

function throwUrlProblem(error: Error): never {
  if (error instanceof ResponseTooLargeError)
    throw createInvalidMediaProblem('url', `must have at most ${maxMediaBytes / 1024 / 1024} MB`)
  const isDescribed = error instanceof OutboundFailedError || error instanceof OutboundBlockedError
  throw createInvalidMediaProblem(
    'url',
    `could not be fetched: ${isDescribed ? error.message : 'the connection was closed'}`,
  )
}
