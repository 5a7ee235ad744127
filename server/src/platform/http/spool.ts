import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { readJson, refuseLongJson } from './body.ts'
import { bodyTooLarge, problem } from './problem.ts'
import { untilSilence } from './slow-body.ts'

type Facts = { bytes: number; sha256: string; contentType: string | undefined }

/** A body that was never held in memory: it lies in a temporary file until the request is over. */
export class Spooled {
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
  readonly contentType: string | undefined
  readonly #file: FileHandle

  constructor(file: FileHandle, { bytes, sha256, contentType }: Facts) {
    this.#file = file
    this.bytes = bytes
    this.sha256 = sha256
    this.contentType = contentType
  }

  /** From the start, as often as it is asked for: a transaction may be run again. */
  read(): Readable {
    return Readable.from(chunksOf(this.#file), { objectMode: false })
  }

  /** In JSON it is its digest: Idempotency-Key compares bodies by their JSON. */
  toJSON(): string {
    return this.sha256
  }
}

/** Takes the body in, lets `act` find it as the body of the request, and forgets it, whatever came of that. */
export async function spooling(request: FastifyRequest, act: () => Promise<void>): Promise<void> {
  const most = request.routeOptions.bodyLimit
  if (Number(request.headers['content-length']) > most) throw bodyTooLarge()
  const { file, forget } = await nameless()
  try {
    const taken = await takeIn(request.raw, file, most)
    request.body = new Spooled(file, { ...taken, contentType: request.headers['content-type'] })
    await act()
  } finally {
    await forget()
  }
}

/** Reads a spooled body as JSON, which is held whole: its bound is seldom the wide one of the route. */
export async function readSpooledJson(spooled: Spooled, mostBytes?: number): Promise<unknown> {
  refuseLongJson(spooled.bytes, mostBytes)
  return readJson(await buffer(spooled.read()), spooled.contentType)
}

/** A file of ours alone that loses its name at once, so that nothing stays of it even if the process is killed. */
async function nameless(): Promise<{ file: FileHandle; forget(): Promise<void> }> {
  const path = join(tmpdir(), `parley-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
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

async function takeIn(payload: Readable, file: FileHandle, most: number): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of arriving(payload)) {
      bytes += chunk.length
      if (bytes > most) throw bodyTooLarge()
      hash.update(chunk)
      await file.appendFile(chunk)
    }
  } finally {
    // What is still on its way is dropped, so that the client comes to read the refusal.
    payload.resume()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* arriving(payload: Readable): AsyncGenerator<Buffer> {
  try {
    yield* untilSilence(payload)
  } catch {
    throw problem('request.malformed', 400, { detail: 'The body broke off' })
  }
}

const chunkBytes = 65_536

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
