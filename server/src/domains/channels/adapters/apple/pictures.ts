import { readLimited } from '../../../../platform/outbound/index.ts'
import type { AdapterTools } from '../../adapter.ts'

/** Apple's limits since 21 August 2026. */
const pictureMaxBytes = 200_000
const picturesMaxBytes = 5_000_000
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const withinMilliseconds = 10_000

type Picture = { identifier?: unknown; data?: unknown }

/** Puts pictures where the rendering has only their addresses; a row whose picture Apple would refuse stands without it. */
export async function inlinePictures(native: object, tools: AdapterTools): Promise<object> {
  const { interactiveData } = native as { interactiveData?: { data?: { images?: unknown } } }
  const data = interactiveData?.data
  const pictures: Picture[] = Array.isArray(data?.images) ? data.images : []
  if (!pictures.some((picture) => addressOf(picture.data))) return native
  const drawn = await Promise.all(pictures.map((picture) => inlinePicture(picture, tools)))
  const kept = limitPictures(drawn.filter((picture) => picture !== undefined))
  const images = kept.length > 0 ? kept : undefined
  const names = new Set(kept.map(({ identifier }) => identifier))
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
