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
import { closeOnSlowBody, expectsBody, readAtPace } from './slow-body.ts'
import { validate } from './validate.ts'

type SpoolFacts = { bytes: number; sha256: string; contentType: string | undefined; deleted: Promise<void> }

/** A body that was never held in memory: it lies in a temporary file until the request is over. */
export class SpooledBody {
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
  readonly contentType: string | undefined
  /** Comes when the request is over, whatever came of it: until then, what was taken for it can be held. */
  readonly deleted: Promise<void>
  readonly #file: FileHandle

  constructor(file: FileHandle, { bytes, sha256, contentType, deleted }: SpoolFacts) {
    this.#file = file
    this.bytes = bytes
    this.sha256 = sha256
    this.contentType = contentType
    this.deleted = deleted
  }

  /** From the start, as often as it is asked for: a transaction may be run again. */
  read(): Readable {
    return Readable.from(readChunks(this.#file), { objectMode: false })
  }

  /** In JSON it is its digest: Idempotency-Key compares bodies by their JSON. */
  toJSON(): string {
    return this.sha256
  }
}

/** Takes the body in, lets `act` find it as the body of the request, and forgets it, whatever came of that. */
export async function withSpooledBody(request: FastifyRequest, route: Route, act: () => Promise<void>): Promise<void> {
  try {
    validateBeforeSpooling(request, route)
    await spoolRequest(request, act)
  } finally {
    // What is refused may still be on its way.
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

/** What is wrong whatever the body may be is said before it is taken: it may be large. */
function validateBeforeSpooling(request: FastifyRequest, { query, reads }: Route): void {
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw bodyTooLarge()
  if (query) validate(query, { ...(request.query as object) })
  const types = reads?.spools ? Object.keys(reads.types) : []
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

/** How much JSON is read: it is held whole, so that its bound is seldom the wide one of the route. */
export type JsonBounds = { list: string; maxBytes: number; maxValues: number; instead: string }

/** With bounds, an object whose `list` may be long. */
export async function readSpooledJson(spooled: SpooledBody, bounds?: JsonBounds): Promise<unknown> {
  assertJsonLength(spooled.bytes, bounds?.maxBytes, bounds?.instead)
  const raw = await buffer(spooled.read())
  return bounds ? readJsonList(raw, spooled.contentType, bounds) : readJsonYielding(raw, spooled.contentType)
}

/** A file of ours alone that loses its name at once, so that nothing stays of it even if the process is killed. */
async function openUnlinkedFile(): Promise<{ file: FileHandle; forget(): Promise<void> }> {
  const path = join(tmpdir(), `parley-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600).catch(throwIfDiskFull)
  // Where an open file cannot lose its name, it loses it afterwards.
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
    // What is still on its way is dropped, so that the client comes to read the refusal.
    payload.resume()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* readPayload(payload: Readable): AsyncGenerator<Buffer> {
  try {
    yield* readAtPace(payload)
  } catch {
    throw problem('request.malformed', 400, { detail: 'The body broke off' })
  }
}

/** A full disk, or a quota that is used up. */
function throwIfDiskFull(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
  const detail = 'There is no room for an upload just now'
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
