import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { assertJsonLength, readJsonYielding } from './body.ts'
import { readJsonList } from './json-list.ts'
import { bodyTooLarge, problem } from './problem.ts'
import type { Route } from './route.ts'
import { closeOnSlowBody, expectsBody, readAtPace } from './slow-clients.ts'
import { validate } from './validate.ts'

type SpoolFacts = { bytes: number; sha256: string; contentType: string | undefined; deleted: Promise<void> }

/** A body that is never held in memory as a whole: it is stored in a temporary file until the request ends. */
export class SpooledBody {
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
  readonly contentType: string | undefined
  /**
   * Resolves when the request has ended, whether or not it succeeded; until then, resources acquired for it can be
   * retained.
   */
  readonly deleted: Promise<void>
  readonly #file: FileHandle

  constructor(file: FileHandle, { bytes, sha256, contentType, deleted }: SpoolFacts) {
    this.#file = file
    this.bytes = bytes
    this.sha256 = sha256
    this.contentType = contentType
    this.deleted = deleted
  }

  /** Reads from the start on every call, because a transaction may run again. */
  read(): Readable {
    return Readable.from(readChunks(this.#file), { objectMode: false })
  }

  /** Serializes as its digest, because Idempotency-Key compares bodies by their JSON. */
  toJSON(): string {
    return this.sha256
  }
}

/** Spools the body, runs `act` with it as the request's body, and deletes it afterwards, even on failure. */
export async function withSpooledBody(request: FastifyRequest, route: Route, act: () => Promise<void>): Promise<void> {
  try {
    validateBeforeSpooling(request, route)
    await spoolRequest(request, act)
  } finally {
    // The body of a rejected request may still be arriving.
    closeOnSlowBody(request.raw)
  }
}

async function spoolRequest(request: FastifyRequest, act: () => Promise<void>): Promise<void> {
  const { promise: forgotten, resolve } = Promise.withResolvers<void>()
  const { file, forget } = await openUnlinkedFile()
  try {
    const written = await writeToSpool(request.raw, file, request.routeOptions.bodyLimit)
    request.body = new SpooledBody(file, {
      ...written,
      contentType: request.headers['content-type'],
      deleted: forgotten,
    })
    await act()
  } finally {
    resolve()
    await forget()
  }
}

/** Rejects what is wrong regardless of the body before reading it, because it may be large. */
function validateBeforeSpooling(request: FastifyRequest, { query, bodyFormat }: Route): void {
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw bodyTooLarge()
  if (query) validate(query, { ...(request.query as object) })
  const types = bodyFormat?.spools ? Object.keys(bodyFormat.types) : []
  if (expectsBody(request.raw) && !types.includes(mediaTypeOf(request))) {
    throw problem('request.malformed', 400, { detail: `The content type must be ${types.join(' or ')}` })
  }
}

function mediaTypeOf({ headers }: FastifyRequest): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return type
    .trim()
    .toLowerCase()
    .replace(/^application\/[\w.+-]+\+json$/, 'application/json')
}

/** Limits for JSON: it is held in memory as a whole, so the high limit of the route seldom applies. */
export type JsonBounds = { list: string; maxBytes: number; maxValues: number; instead: string }

export async function readSpooledJson(spooled: SpooledBody, bounds?: JsonBounds): Promise<unknown> {
  assertJsonLength(spooled.bytes, bounds?.maxBytes, bounds?.instead)
  const raw = await buffer(spooled.read())
  return bounds ? readJsonList(raw, spooled.contentType, bounds) : readJsonYielding(raw, spooled.contentType)
}

/** Opens a private file and unlinks it at once, so that nothing remains even if the process is killed. */
async function openUnlinkedFile(): Promise<{ file: FileHandle; forget(): Promise<void> }> {
  const path = join(tmpdir(), `parley-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600).catch(throwIfDiskFull)
  // Where an open file cannot be unlinked, it is removed afterwards.
  const isNameless = await rm(path).then(
    () => true,
    () => false,
  )
  return {
    file,
    async forget() {
      await file.close()
      if (!isNameless) await rm(path, { force: true })
    },
  }
}

async function writeToSpool(
  payload: Readable,
  file: FileHandle,
  most: number,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of readPayload(payload)) {
      bytes += chunk.length
      if (bytes > most) throw bodyTooLarge()
      hash.update(chunk)
      await file.appendFile(chunk).catch(throwIfDiskFull)
    }
  } finally {
    // Discard the rest of the body, so that the client gets to read the error response.
    payload.resume()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* readPayload(payload: Readable): AsyncGenerator<Buffer> {
  try {
    yield* readAtPace(payload)
  } catch {
    throw problem('request.malformed', 400, { detail: 'The body was interrupted' })
  }
}

/** A full disk, or an exhausted quota. */
function throwIfDiskFull(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
  const detail = 'There is no room for an upload right now'
  throw problem('service.unavailable', 503, { detail }, { 'retry-after': '60' })
}

const chunkBytes = 65_536

async function* readChunks(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
