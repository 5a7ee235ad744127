import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'

/**
 * What is kept, by what the bytes are found to be; what a caller claims does not count. SVG is left out on purpose: it
 * is a document that can carry scripts.
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

export type MediaContent = { contentType: string; width?: number; height?: number }

/** Reads from the bytes what they are; undefined when the library does not keep such. */
export async function detectMediaContent(bytes: Buffer): Promise<MediaContent | undefined> {
  const found = await fileTypeFromBuffer(bytes)
  const contentType = found && storedContentTypes.get(found.mime)
  if (!contentType) return undefined
  return { contentType, ...(contentType.startsWith('image/') && sizeInPixels(bytes)) }
}

/** The size of a JPEG stands behind its colour profile and previews, each of them a segment of 64 KB at most. */
const headLength = 1024 * 1024
const maxPixels = 1_000_000

/** As it is shown: a photograph taken upright may be stored lying, with a note to turn it. */
function sizeInPixels(bytes: Buffer): { width: number; height: number } | undefined {
  // A copy of its own: the reader looks beyond the end of a short image, into whatever memory lies behind it.
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
