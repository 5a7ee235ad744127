import type { Browser, Page, Route } from 'playwright-core'
import { bundleGallery } from '../../console/testing/gallery/bundle.ts'
import type { NamedSheet } from './exhibits.ts'

const origin = 'http://gallery.test'
const margin = 16

export type SheetArtist = {
  /** Takes a picture of a sheet, as PNG. */
  draw(sheet: NamedSheet): Promise<Buffer>
  /** Returns the smaller WebP that the repository keeps. */
  toReference(png: Buffer): Promise<Buffer>
  /** The share of the pixels that differ visibly, from 0 to 1. */
  compare(reference: Buffer, picture: Buffer): Promise<number>
  close(): Promise<void>
}

/** Opens the gallery's page; nothing leaves the machine. */
export async function openGallery(browser: Browser): Promise<SheetArtist> {
  const files = await bundleGallery()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'UTC' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/*', (route) => {
    const { hostname, pathname } = new URL(route.request().url())
    const file = hostname === new URL(origin).hostname ? files.get(pathname) : undefined
    if (file) return route.fulfill({ contentType: file.contentType, body: Buffer.from(file.body) })
    return drawPicture(route, pathname)
  })
  await page.goto(`${origin}/`)
  return {
    draw: (sheet) => drawSheet(page, sheet),
    toReference: async (png) => {
      const given = { png: png.toString('base64'), scale: referenceScale }
      return Buffer.from(await page.evaluate(encodeReference, given), 'base64')
    },
    compare: (reference, picture) => {
      const images = [
        { base64: reference.toString('base64'), scale: comparedScale / referenceScale },
        { base64: picture.toString('base64'), scale: comparedScale },
      ]
      return page.evaluate(compareImages, { images, threshold: visibleDifference })
    },
    close: () => page.close(),
  }
}

const colors: Record<string, string> = { red: '#b3423a', green: '#3c7d4f', blue: '#35618f' }

/** A hill under a sky instead of the gallery's pictures, in the color of the picture's name. */
async function drawPicture(route: Route, path: string): Promise<void> {
  const name = /^\/(\w+)\.png$/.exec(path)?.[1]
  if (name === undefined || name === 'missing') return route.abort()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">
    <rect width="320" height="200" fill="#cfdde6"/><circle cx="250" cy="55" r="28" fill="#f0c15a"/>
    <path d="M0 200 110 70l90 95 50-45 70 80z" fill="${colors[name] ?? '#5f6f7a'}"/></svg>`
  return route.fulfill({ contentType: 'image/svg+xml', body: svg })
}

async function drawSheet(page: Page, sheet: NamedSheet): Promise<Buffer> {
  const width = sheet.columns.length * (sheet.width + margin) + margin
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate((drawn) => window.drawGallery?.(drawn), sheet)
  const height = await page.evaluate(() => {
    // Otherwise the pictures of cards that are scrolled out of view never load.
    for (const image of document.images) image.loading = 'eager'
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ width, height })
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return page.screenshot({ fullPage: true, animations: 'disabled' })
}

/** References are smaller than the page, which keeps the repository small and their texts legible. */
const referenceScale = 0.6
/** Comparison averages the edges of letters away: other fonts and compression differ little then, a box does. */
const comparedScale = 0.2
const visibleDifference = 40

/** Runs in the page. */
async function encodeReference({ png, scale }: { png: string; scale: number }): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.7 })
  return btoa(new Uint8Array(await blob.arrayBuffer()).reduce((text, byte) => text + String.fromCharCode(byte), ''))
}

type Comparison = { images: { base64: string; scale: number }[]; threshold: number }

/** Runs in the page: draws both pictures at the compared scale and counts the pixels that differ visibly. */
async function compareImages({ images, threshold }: Comparison): Promise<number> {
  const bitmaps = await Promise.all(
    images.map(async ({ base64, scale }) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]),
      )
      return { bitmap, width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) }
    }),
  )
  const width = Math.max(...bitmaps.map((one) => one.width))
  const height = Math.max(...bitmaps.map((one) => one.height))
  const [before, after] = bitmaps.map(({ bitmap, ...size }) => {
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (!context) throw new Error('The browser has no canvas')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, size.width, size.height)
    return context.getImageData(0, 0, width, height).data
  })
  let differing = 0
  for (let at = 0; at < width * height * 4; at += 4) {
    const distances = [0, 1, 2].map((part) => Math.abs((before?.[at + part] ?? 0) - (after?.[at + part] ?? 0)))
    if (Math.max(...distances) > threshold) differing++
  }
  return differing / (width * height)
}
