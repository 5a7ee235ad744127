import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testInCompleteRun } from '@parley/test-kit'
import { openBrowser } from '../browser.ts'
import { listSheets } from './exhibits.ts'
import { openGallery } from './sheets.ts'

/** What every channel looks like, compared with the pictures that `npm run gallery` made. */

const references = join(import.meta.dirname, 'reference')
const drawnNow = join(import.meta.dirname, '../../.cache/gallery')
/** Another sans-serif font differs in up to 2 percent; a color or a padding that changed everywhere, in 8 or more. */
const tolerated = 0.05

testInCompleteRun('every channel looks as in the reference pictures, in both color schemes', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const sheets = listSheets()
  assert.deepEqual(readdirSync(references).sort(), sheets.map(({ name }) => `${name}.webp`).sort())
  const artist = await openGallery(browser)
  mkdirSync(drawnNow, { recursive: true })
  const shares: Record<string, number> = {}
  for (const sheet of sheets) {
    const picture = await artist.draw(sheet)
    shares[sheet.name] = await artist.compare(readFileSync(join(references, `${sheet.name}.webp`)), picture)
    writeFileSync(join(drawnNow, `${sheet.name}.png`), picture)
  }
  const different = Object.entries(shares).filter(([, share]) => share > tolerated)
  assert.deepEqual(different, [], 'If the change is intended: npm run gallery, and look at what it drew')
  await artist.close()
})

testInCompleteRun('the comparison finds another channel’s look', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const artist = await openGallery(browser)
  const [rcs, sms] = listSheets()
  assert.ok(rcs && sms)
  const reference = await artist.toReference(await artist.draw(rcs))
  assert.ok((await artist.compare(reference, await artist.draw(rcs))) < 0.005)
  const columns = rcs.columns.map((column) => column.map((exhibit) => ({ ...exhibit, channel: 'messengerA' as const })))
  assert.ok((await artist.compare(reference, await artist.draw({ ...rcs, columns }))) > tolerated)
  assert.ok((await artist.compare(reference, await artist.draw(sms))) > tolerated)
  await artist.close()
})
