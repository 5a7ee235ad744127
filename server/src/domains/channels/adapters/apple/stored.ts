import { z } from 'zod'
import { type Bound, DispatchFailed, type Tools } from '../../adapter.ts'
import { repeatable } from '../repeatable.ts'
import { Text } from '../shapes.ts'
import { callApple } from './api.ts'
import { decrypting, encrypted, readKey } from './cipher.ts'

/** A file that lies encrypted at Apple: where, whose, and how to read it. The checksum is hex in some, Base64 in others. */
export const StoredFile = z
  .object({
    url: z.string(),
    owner: z.string(),
    key: z.string(),
    signature: z.string().optional(),
    'signature-base64': z.string().optional(),
    mimeType: Text.optional(),
  })
  .refine((file) => file.signature !== undefined || file['signature-base64'] !== undefined)
export type StoredFile = z.infer<typeof StoredFile>

export async function download(file: StoredFile, binding: Bound, tools: Tools): Promise<Response> {
  const key = readKey(file.key)
  if (!key) throw new DispatchFailed('rejected', 'Apple gave no key of the file')
  const headers = { 'mmcs-url': file.url, 'mmcs-owner': file.owner, 'mmcs-signature': checksumOf(file) }
  const { json } = await callApple('preDownload', { headers }, binding, tools)
  const response = await fetchFrom(addressIn(json, 'download-url'), {}, tools)
  const type: Record<string, string> = file.mimeType ? { 'content-type': file.mimeType } : {}
  return new Response(response.body?.pipeThrough(decrypting(key)), { headers: type })
}

/** Puts a file where the person's phone can have it; answers what a message says of it. */
export async function upload(bytes: Uint8Array, binding: Bound, tools: Tools): Promise<object> {
  const file = encrypted(bytes, tools.world.randomBytes(32))
  const place = await askPlace(file.bytes.length, binding, tools)
  const answer = await fetchFrom(addressIn(place, 'upload-url'), { method: 'POST', body: file.bytes }, tools)
  const told = (await answer.json().catch(() => undefined)) as { singleFile?: { fileChecksum?: unknown } } | undefined
  const checksum = told?.singleFile?.fileChecksum
  if (typeof checksum !== 'string') throw broken('Apple gave no checksum of the file')
  return {
    size: `${file.bytes.length}`,
    url: addressIn(place, 'mmcs-url'),
    owner: addressIn(place, 'mmcs-owner'),
    key: file.key,
    'signature-base64': checksum,
  }
}

/** Where a file of that size may be put; also the one call that shows nobody anything. */
export async function askPlace(size: number, binding: Bound, tools: Tools): Promise<unknown> {
  const asked = callApple('preUpload', { headers: { 'mmcs-size': `${size}` } }, binding, tools)
  return (await repeatable(asked)).json
}

/** Files and decoded answers are larger than what a provider says otherwise. */
export async function fetchFrom(address: string, init: RequestInit, tools: Tools): Promise<Response> {
  const response = await tools.fetch(address, { ...init, redirect: 'error', signal: tools.signal }).catch(() => {
    throw broken('Apple did not answer for a file')
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw broken(`Apple failed for a file (${response.status})`)
}

function checksumOf(file: StoredFile): string {
  return file['signature-base64'] ?? Buffer.from(file.signature ?? '', 'hex').toString('base64')
}

function addressIn(json: unknown, name: string): string {
  const value = (json as Record<string, unknown> | undefined)?.[name]
  if (typeof value === 'string') return value
  throw broken(`Apple gave no ${name}`)
}

function broken(detail: string): DispatchFailed {
  return new DispatchFailed('providerError', detail, { retry: 'later' })
}
