/** References are smaller than the page, to keep the repository small, but large enough to read. */
const referenceScale = 0.6
/** Small enough to blur the edges of letters: another font or compression differs little, a moved box differs a lot. */
const comparedScale = 0.2
/** The smallest visible difference of a color channel, out of 255. */
const visibleDifference = 40

/** Turns a screenshot (PNG, in Base64) into the WebP that the repository keeps. */
export async function encodeReference(png: string): Promise<string> {
  const { bitmap, width, height } = await decode(png, referenceScale)
  const { canvas } = drawScaled(bitmap, { width, height }, { width, height })
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.7 })
  return btoa(new Uint8Array(await blob.arrayBuffer()).reduce((text, byte) => text + String.fromCharCode(byte), ''))
}

/** Returns the share of the pixels that differ visibly between a reference and a screenshot, from 0 to 1. */
export async function comparePictures(reference: string, png: string): Promise<number> {
  const images = [await decode(reference, comparedScale / referenceScale), await decode(png, comparedScale)]
  const width = Math.max(...images.map((image) => image.width))
  const height = Math.max(...images.map((image) => image.height))
  const [before, after] = images.map(
    (image) => drawScaled(image.bitmap, image, { width, height }).context.getImageData(0, 0, width, height).data,
  )
  let differing = 0
  for (let at = 0; at < width * height * 4; at += 4) {
    const distances = [0, 1, 2].map((part) => Math.abs((before?.[at + part] ?? 0) - (after?.[at + part] ?? 0)))
    if (Math.max(...distances) > visibleDifference) differing++
  }
  return differing / (width * height)
}

type Size = { width: number; height: number }

async function decode(base64: string, scale: number): Promise<Size & { bitmap: ImageBitmap }> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  return { bitmap, width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) }
}

function drawScaled(bitmap: ImageBitmap, { width, height }: Size, whole: Size) {
  const canvas = new OffscreenCanvas(whole.width, whole.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return { canvas, context }
}
