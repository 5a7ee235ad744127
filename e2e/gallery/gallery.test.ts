import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testInCompleteRun } from '@parley/test-kit'
import { openBrowser } from '../browser.ts'
import { drawnFolder, openGallery, referenceFolder } from './gallery.ts'

/** Another sans-serif font changes up to 2 percent of the pixels; another color or padding of all bubbles, 8 or more. */
const tolerated = 0.05

testInCompleteRun('every channel looks as in the reference pictures, in both color schemes', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const gallery = await openGallery(browser)
  t.after(() => gallery.close())
  assert.deepEqual(readdirSync(referenceFolder).sort(), gallery.names.map((name) => `${name}.webp`).sort())
  mkdirSync(drawnFolder, { recursive: true })
  const different: Record<string, number> = {}
  for (const name of gallery.names) {
    const picture = await gallery.draw(name)
    writeFileSync(join(drawnFolder, `${name}.png`), picture)
    const share = await gallery.compare(readFileSync(join(referenceFolder, `${name}.webp`)), picture)
    if (share > tolerated) different[name] = share
  }
  assert.deepEqual(different, {}, 'If the change is intended: npm run gallery, and look at what it drew')
  const [one, other] = await Promise.all(
    ['rcs-light', 'webchat-light'].map((name) => readFileSync(join(referenceFolder, `${name}.webp`))),
  )
  assert.ok(one && other)
  for (const [reference, name] of [
    [one, 'webchat-light'],
    [other, 'rcs-light'],
    [one, 'rcs-dark'],
  ] as const)
    assert.ok((await gallery.compare(reference, await gallery.draw(name))) > tolerated, name)
})
