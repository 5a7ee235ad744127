import { createHash } from 'node:crypto'
import { readLimited } from '../../../../platform/outbound/index.ts'
import {
  type AdapterBinding,
  type AdapterSendResult,
  type AdapterTools,
  DispatchFailedError,
  type OutboundBubble,
  type OutboundSignal,
} from '../../adapter.ts'
import { callApple } from './api.ts'
import { uploadFile } from './files.ts'

/** Apple's limit since August 21, 2026. */
const pictureMaxBytes = 200_000
const picturesMaxBytes = 5_000_000
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const withinMilliseconds = 10_000

type Picture = { identifier?: unknown; data?: unknown }

/**
 * Replaces picture URLs in the rendering with the pictures themselves. A row whose picture Apple would reject is sent
 * without it.
 */
async function inlinePictures(native: object, tools: AdapterTools): Promise<object> {
  const { interactiveData } = native as { interactiveData?: { data?: { images?: unknown } } }
  const data = interactiveData?.data
  const pictures: Picture[] = Array.isArray(data?.images) ? data.images : []
  if (!pictures.some((picture) => addressOf(picture.data))) return native
  const drawn = await Promise.all(pictures.map((picture) => inlinePicture(picture, tools)))
  const limited = limitPictures(drawn.filter((picture) => picture !== undefined))
  const images = limited.length > 0 ? limited : undefined
  const names = new Set(limited.map(({ identifier }) => identifier))
  return withoutPictures(
    pictures.map(({ identifier }) => identifier).filter((name) => !names.has(name)),
    {
      ...native,
      interactiveData: { ...interactiveData, data: { ...data, images } },
    },
  )
}

function withoutPictures(names: readonly unknown[], native: object): object {
  const written = JSON.stringify(native)
  return JSON.parse(written, (key, value) => (key === 'imageIdentifier' && names.includes(value) ? undefined : value))
}

function addressOf(data: unknown): string | undefined {
  const address = (data as { $png?: unknown } | undefined)?.$png
  return typeof address === 'string' ? address : undefined
}

async function inlinePicture(picture: Picture, tools: AdapterTools): Promise<Picture | undefined> {
  const address = addressOf(picture.data)
  if (!address) return picture
  const png = await fetchPng(address, tools).catch(() => undefined)
  return png && { ...picture, data: png.toString('base64') }
}

async function fetchPng(address: string, tools: AdapterTools): Promise<Buffer | undefined> {
  const limit = AbortSignal.timeout(withinMilliseconds)
  const response = await tools.fetch(address, { signal: tools.signal ? AbortSignal.any([limit, tools.signal]) : limit })
  const bytes = await readLimited(response, pictureMaxBytes)
  return response.ok && bytes.subarray(0, pngSignature.length).equals(pngSignature) ? bytes : undefined
}

function limitPictures(pictures: readonly Picture[]): Picture[] {
  let used = 0
  return pictures.filter(({ data }) => {
    used += JSON.stringify(data ?? '').length
    return used < picturesMaxBytes
  })
}

const fileMaxBytes = 100_000_000

type Attachment = { url?: unknown; key?: unknown }

/** Uploads the files that the rendering references by URL. */
async function uploadAttachments(native: object, binding: AdapterBinding, tools: AdapterTools): Promise<object> {
  const { attachments } = native as { attachments?: unknown }
  if (!Array.isArray(attachments)) return native
  const uploaded: object[] = []
  // Sequentially, because each file is buffered in memory.
  for (const attachment of attachments) uploaded.push(await uploadAttachment(attachment, binding, tools))
  return { ...native, attachments: uploaded }
}

async function uploadAttachment(attachment: Attachment, binding: AdapterBinding, tools: AdapterTools): Promise<object> {
  const { url, key } = attachment
  if (typeof url !== 'string' || key !== undefined) return attachment
  return { ...attachment, ...(await uploadFile(await fetchFile(url, tools), binding, tools)) }
}

async function fetchFile(url: string, tools: AdapterTools): Promise<Buffer> {
  try {
    const response = await tools.fetch(url, { signal: tools.signal })
    if (response.ok) return await readLimited(response, fileMaxBytes)
    await response.body?.cancel()
  } catch {}
  throw new DispatchFailedError('providerError', 'The file of the message could not be fetched', { retry: 'later' })
}

export async function send(
  { channelMessageId, to, native }: OutboundBubble,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AdapterSendResult> {
  const id = uuidOf(channelMessageId)
  const message = await uploadAttachments(await inlinePictures(native as object, tools), binding, tools)
  await post({ id, to, message }, binding, tools)
  return { channelMessageId: id }
}

/** Sends typing indicators only: Apple has no read receipts. */
export async function signal(
  { signal: kind, id, to }: OutboundSignal,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<void> {
  if (kind === 'typing') await post({ id: uuidOf(id), to, message: { type: 'typing_start' } }, binding, tools)
}

type Post = { id: string; to: string; message: object }

async function post({ id, to, message }: Post, binding: AdapterBinding, tools: AdapterTools): Promise<void> {
  const headers = { id, 'destination-id': to, 'auto-reply': 'true', 'content-type': 'application/json' }
  const addressed = { ...message, v: 1, id, sourceId: binding.auth.businessId, destinationId: to }
  await callApple('message', { headers, body: JSON.stringify(addressed) }, binding, tools)
}

/** Apple's ids are UUIDs; every attempt of a message uses the same one. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
