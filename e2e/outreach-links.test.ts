import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertStatus } from '../server/src/testing/client.ts'
import { createLinkBench, createTestLink, readTestLink } from '../server/src/testing/link-bench.ts'
import { openBrowser } from './browser.ts'
import { assertFits } from './console/console.ts'

const shots = fileURLToPath(new URL('../.cache/screenshots/', import.meta.url))
mkdirSync(shots, { recursive: true })

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b6e6e"/></svg>'

test('a tester follows a link, mistypes, corrects and gets the same answer as everyone, without any script', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const bench = await createLinkBench()
  const agent = await bench.agent()
  assertStatus(await agent.api.put('/identity', { smallLogoUrl: 'https://cdn.example.com/logo.svg' }), 200)
  const { id, code } = await createTestLink(agent)
  await bench.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(bench.app.server.address() as AddressInfo).port}/o/${code}`
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      colorScheme,
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const errors: string[] = []
    page.on('console', (entry) => entry.type() === 'error' && !/42[29]/.test(entry.text()) && errors.push(entry.text()))
    await page.route('https://cdn.example.com/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: logo }),
    )
    await page.goto(address)
    await page.screenshot({ path: `${shots}link-${colorScheme}.png`, fullPage: true })
    await page.getByLabel('Mobile number').fill('202 555 0143')
    await page.getByRole('button', { name: 'Send me a message' }).click()
    await page.getByRole('alert').getByText('its country code').waitFor()
    const field = page.getByLabel('Mobile number')
    assert.equal(await field.inputValue(), '202 555 0143')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await page.screenshot({ path: `${shots}link-fault-${colorScheme}.png`, fullPage: true })
    await assertFits(page)
    await field.fill('+1 202 555 0143')
    await field.press('Enter')
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await page.screenshot({ path: `${shots}link-sent-${colorScheme}.png`, fullPage: true })
    assert.deepEqual(errors, [])
    await context.close()
  }
  assert.equal((await readTestLink(agent, id)).redemptionCount, 1, 'the same number, a moment later')
})
