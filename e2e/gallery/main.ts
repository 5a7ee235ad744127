// `npm run gallery`: draws every message of the gallery on every channel, and replaces the reference pictures.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserArguments, browserPath } from '../chromium.ts'
import { drawnFolder, openGallery, referenceFolder } from './gallery.ts'

const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments })
const gallery = await openGallery(browser)
rmSync(referenceFolder, { recursive: true, force: true })
for (const folder of [referenceFolder, drawnFolder]) mkdirSync(folder, { recursive: true })
for (const name of gallery.names) {
  const picture = await gallery.draw(name)
  writeFileSync(join(drawnFolder, `${name}.png`), picture)
  writeFileSync(join(referenceFolder, `${name}.webp`), await gallery.toReference(picture))
  console.log(name)
}
await gallery.close()
await browser.close()
