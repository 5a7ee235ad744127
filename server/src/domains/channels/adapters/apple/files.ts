import { createCipheriv, createDecipheriv } from 'node:crypto'
import { z } from 'zod'
import { type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { runRetryableStep } from '../call.ts'
import { ProviderText } from '../webhook-request.ts'
import { callApple } from './api.ts'
import { toFileFailure } from './errors.ts'

const algorithm = 'aes-256-ctr'
/** Every key is used once, so the counter can start at zero. */
const counter = Buffer.alloc(16)
/** Apple puts a zero byte before a key. */
const keyPrefix = '00'

/** Encrypts a file for upload and returns its key in Apple's format. */
export function encryptFile(bytes: Uint8Array, key: Buffer): { bytes: Buffer; key: string } {
  const cipher = createCipheriv(algorithm, key, counter)
  const all = Buffer.concat([cipher.update(bytes), cipher.final()])
  return { bytes: all, key: keyPrefix + key.toString('hex').toUpperCase() }
}

function parseFileKey(key: string): Buffer | undefined {
  return /^00[0-9a-f]{64}$/i.test(key) ? Buffer.from(key.slice(keyPrefix.length), 'hex') : undefined
}

function createDecryptStream(key: Buffer): TransformStream<Uint8Array, Uint8Array> {
  const decipher = createDecipheriv(algorithm, key, counter)
  return new TransformStream({ transform: (chunk, controller) => controller.enqueue(decipher.update(chunk)) })
}

/** Location, owner and key of an encrypted file at Apple. Some checksums are hex, others Base64. */
export const AppleFile = z
  .object({
    url: z.string(),
    owner: z.string(),
    key: z.string(),
    signature: z.string().optional(),
    'signature-base64': z.string().optional(),
    mimeType: ProviderText.optional(),
  })
  .refine((file) => file.signature !== undefined || file['signature-base64'] !== undefined)
export type AppleFile = z.infer<typeof AppleFile>

export async function downloadFile(file: AppleFile, binding: AdapterBinding, tools: AdapterTools): Promise<Response> {
  const key = parseFileKey(file.key)
  if (!key) throw new DispatchFailedError('rejected', 'Apple returned no key for the file')
  const headers = { 'mmcs-url': file.url, 'mmcs-owner': file.owner, 'mmcs-signature': checksumOf(file) }
  const { json } = await callApple('preDownload', { headers }, binding, tools)
  const response = await fetchAppleFile(readUrl(json, 'download-url'), {}, tools)
  const type: Record<string, string> = file.mimeType ? { 'content-type': file.mimeType } : {}
  return new Response(response.body?.pipeThrough(createDecryptStream(key)), { headers: type })
}

/** Uploads a file so that the person's phone can fetch it. Returns the attachment fields for the message. */
export async function uploadFile(bytes: Uint8Array, binding: AdapterBinding, tools: AdapterTools): Promise<object> {
  const file = encryptFile(bytes, tools.world.randomBytes(32))
  const slot = await requestUploadSlot(file.bytes.length, binding, tools)
  const answer = await fetchAppleFile(readUrl(slot, 'upload-url'), { method: 'POST', body: file.bytes }, tools)
  const reported = (await answer.json().catch(() => undefined)) as
    | { singleFile?: { fileChecksum?: unknown } }
    | undefined
  const checksum = reported?.singleFile?.fileChecksum
  if (typeof checksum !== 'string') throw toFileFailure('Apple returned no checksum for the file')
  return {
    size: `${file.bytes.length}`,
    url: readUrl(slot, 'mmcs-url'),
    owner: readUrl(slot, 'mmcs-owner'),
    key: file.key,
    'signature-base64': checksum,
  }
}

/** Requests an upload URL for a file of this size. This is also the only call that no person sees. */
export async function requestUploadSlot(size: number, binding: AdapterBinding, tools: AdapterTools): Promise<unknown> {
  const upload = callApple('preUpload', { headers: { 'mmcs-size': `${size}` } }, binding, tools)
  return (await runRetryableStep(upload)).json
}

/** Fetches a file or decoded reply, which may be larger than other provider responses. */
export async function fetchAppleFile(address: string, init: RequestInit, tools: AdapterTools): Promise<Response> {
  const response = await tools.fetch(address, { ...init, redirect: 'error', signal: tools.signal }).catch(() => {
    throw toFileFailure('Apple did not respond to a file request')
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw toFileFailure(`Apple failed a file request (${response.status})`)
}

function checksumOf(file: AppleFile): string {
  return file['signature-base64'] ?? Buffer.from(file.signature ?? '', 'hex').toString('base64')
}

function readUrl(json: unknown, name: string): string {
  const value = (json as Record<string, unknown> | undefined)?.[name]
  if (typeof value === 'string') return value
  throw toFileFailure(`Apple returned no ${name}`)
}
