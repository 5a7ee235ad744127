import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, Route } from 'playwright-core'

const build = fileURLToPath(new URL('../../console/testing/gallery/build.ts', import.meta.url))
const origin = 'http://gallery.test'

export const referenceFolder = join(import.meta.dirname, 'reference')
/** The sheets as they were drawn last, at full size. */
export const drawnFolder = join(import.meta.dirname, '../../.cache/gallery')

export type Gallery = {
  names: string[]
  /** Takes a picture of a sheet, as PNG. */
  draw(name: string): Promise<Buffer>
  /** Returns the smaller WebP that the repository keeps. */
  toReference(png: Buffer): Promise<Buffer>
  /** The share of the pixels that differ visibly, from 0 to 1. */
  compare(reference: Buffer, png: Buffer): Promise<number>
  close(): Promise<void>
}

/** Builds and opens the page that draws with the console's handset. It needs no server, and nothing leaves the machine. */
export async function openGallery(browser: Browser): Promise<Gallery> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-gallery-'))
  execFileSync(process.execPath, [build, folder], { stdio: 'inherit' })
  const page = await browser.newPage({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
  await page.route('**/*', (route) => {
    const { hostname, pathname } = new URL(route.request().url())
    if (hostname !== new URL(origin).hostname) return drawPicture(route, pathname)
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    return existsSync(file) ? route.fulfill({ path: file }) : route.abort()
  })
  await page.goto(`${origin}/`)
  const call = <T>(code: string) => page.evaluate<T>(`galleryPage.${code}`)
  return {
    names: await call<string[]>('names'),
    draw: (name) => drawSheet(page, name),
    toReference: async (png) => Buffer.from(await call<string>(`encodeReference('${encode(png)}')`), 'base64'),
    compare: (reference, png) => call<number>(`comparePictures('${encode(reference)}', '${encode(png)}')`),
    async close() {
      await page.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const encode = (bytes: Buffer): string => bytes.toString('base64')
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

async function drawSheet(page: Page, name: string): Promise<Buffer> {
  await page.setViewportSize({ width: 400, height: 400 })
  await page.setViewportSize(await page.evaluate<{ width: number; height: number }>(`galleryPage.draw('${name}')`))
  await page.waitForFunction('galleryPage.isLoaded()')
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  return page.screenshot({ animations: 'disabled', fullPage: true })
}
