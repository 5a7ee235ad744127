// `npm run gallery`: draws every message of the gallery on every channel into e2e/gallery/reference.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserArguments, browserPath } from '../chromium.ts'
import { listSheets } from './exhibits.ts'
import { openGallery } from './sheets.ts'

const reference = join(import.meta.dirname, 'reference')
const large = join(import.meta.dirname, '../../.cache/gallery')
for (const folder of [reference, large]) mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments })
const artist = await openGallery(browser)
for (const sheet of listSheets()) {
  const picture = await artist.draw(sheet)
  writeFileSync(join(large, `${sheet.name}.png`), picture)
  writeFileSync(join(reference, `${sheet.name}.webp`), await artist.toReference(picture))
  console.log(sheet.name)
}
await browser.close()
