import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { scratchFolder, startParley } from '../server/src/testing/process.ts'
import { openBrowser } from './browser.ts'

const shots = fileURLToPath(new URL('../.cache/screenshots/', import.meta.url))
mkdirSync(shots, { recursive: true })

test('home, guides and API reference show themselves in a browser, without a word to another host', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const parley = await startParley({ DATA_DIR: scratchFolder() })
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(90_000)
  const outside: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['127.0.0.1', ''].includes(url.hostname)) outside.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

  await page.goto(`${parley.origin}/`)
  await page.getByRole('heading', { name: 'Parley' }).waitFor()
  await page.screenshot({ path: `${shots}home.png` })

  await page.getByRole('link', { name: 'Guides' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.screenshot({ path: `${shots}guides.png` })

  await page.goto(`${parley.origin}/docs/errors#request.invalid`)
  assert.ok(await page.locator('[id="request.invalid"]').isVisible())

  await page.goto(`${parley.origin}/docs/api`)
  await page.getByText('Create an agent').first().waitFor({ timeout: 90_000 })
  await page.screenshot({ path: `${shots}reference.png` })

  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${parley.origin}/docs`)
  const overflows = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  assert.equal(overflows, false, 'a phone scrolls in one direction only')

  assert.deepEqual(outside, [])
  assert.deepEqual(errors, [])
})
