import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { benchToken, createLabBench } from '../server/src/testing/lab-bench.ts'
import { openBrowser } from './browser.ts'
import { assertAccessible, assertFits, pressOption } from './console/console.ts'

const shots = fileURLToPath(new URL('../.cache/screenshots/', import.meta.url))
mkdirSync(shots, { recursive: true })

const words = (text: string) => ({ type: 'text', text })
const message = (part: object, more = {}) => ({ spec: 'amf/1', parts: [part], ...more })
const card = (title: string, description: string) => ({
  title,
  description,
  mediaUrl: `https://example.com/${title.toLowerCase()}.png`,
  chips: [{ label: `Choose ${title}` }],
})
const options = ['Small', 'Medium', 'Large', 'Huge'].map((label) => ({
  id: label.toLowerCase(),
  label,
  description: `A ${label.toLowerCase()} one`,
}))
const slots = [10, 11].map((hour) => ({ id: `at-${hour}`, start: { iso: `2030-03-04T${hour}:00:00Z`, tz: 'UTC' } }))

test('a user opens the lab, adds handsets, writes, taps and picks; the page calls no other host and logs no error', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const bench = await createLabBench()
  await bench.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(bench.app.server.address() as AddressInfo).port}`
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(30_000)
  const [outside, errors]: [string[], string[]] = [[], []]
  // Avatars are on other hosts; this blank image replaces them.
  const blank = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.route('https://example.com/**', (route) => route.fulfill({ contentType: 'image/png', body: blank }))
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (!['127.0.0.1', 'example.com'].includes(hostname)) outside.push(hostname)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (entry) => entry.type() === 'error' && !/401|409/.test(entry.text()) && errors.push(entry.text()))
  const receivedOfType = (type: string) =>
    bench.received.flatMap((one) => (one.kind === 'content' && one.content.type === type ? [one.content] : []))

  const saved = () => page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())

  await page.goto(`${origin}/lab`)
  await page.getByLabel('Agent access token').fill('at-wrong')
  await page.getByRole('button', { name: 'Open lab' }).click()
  await page.getByRole('alert').getByText('This access token is not valid.').waitFor()
  await page.getByLabel('Agent access token').fill(benchToken)
  await page.getByRole('button', { name: 'Open lab' }).click()

  const add = async (channel: string, address: string) => {
    await page.getByRole('combobox', { name: 'Channel' }).click()
    await pressOption(page.getByRole('option', { name: channel }))
    await page.getByLabel('Number or name').fill(address)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await add('RCS', '+1 202 555 0143')
  const rcs = page.getByRole('region', { name: 'RCS, +12025550143' })
  await rcs.getByText('Carrier').click()
  await rcs.getByRole('combobox', { name: 'Receipts' }).click()
  await Promise.all([saved(), pressOption(page.getByRole('option', { name: 'manual' }))])
  await rcs.getByLabel('Message', { exact: true }).fill('Hello, is there any <b>paint</b>?')
  await rcs.getByLabel('Message', { exact: true }).press('Enter')
  await rcs.getByText('Hello, is there any <b>paint</b>?', { exact: true }).first().waitFor()
  assert.equal((await bench.phone('rcs', '+12025550143').read()).receipts, 'manual')
  assert.deepEqual(receivedOfType('text'), [words('Hello, is there any <b>paint</b>?')])

  await bench.send(
    'rcs',
    '+12025550143',
    message({ type: 'carousel', cards: [card('Blue', 'Like the sea'), card('Red', 'Like a barn')] }),
  )
  await bench.send(
    'rcs',
    '+12025550143',
    message(words('Which one do you like? See https://example.com/paint'), {
      chips: [{ label: 'Neither' }, { label: 'Shop', kind: 'url', url: 'https://example.com' }],
    }),
  )
  await rcs.getByRole('button', { name: 'Neither' }).waitFor()
  await rcs.getByRole('button', { name: 'Choose Red' }).click()
  await rcs.getByRole('listitem').filter({ hasText: 'Person: Choose Red' }).waitFor()
  assert.deepEqual(
    receivedOfType('tap').map((tap) => 'label' in tap && tap.label),
    ['Choose Red'],
  )
  assert.equal(
    await rcs.getByRole('button', { name: 'Neither' }).count(),
    0,
    'chips disappear once another message follows',
  )

  await add('Apple Messages for Business', 'visitor-1')
  const vendor = page.getByRole('region', { name: 'Apple Messages for Business, visitor-1' })
  await vendor.waitFor()
  await bench.send(
    'vendorMessages',
    'visitor-1',
    message({ type: 'ask.choice', intentId: 'size', prompt: 'Which size?', options }),
  )
  await bench.send(
    'vendorMessages',
    'visitor-1',
    message({ type: 'ask.time', intentId: 'when', prompt: 'When?', slots }),
  )
  await vendor.getByText('Choose a time').waitFor()
  await vendor.locator('summary', { hasText: /^Choose$/ }).click()
  await vendor.getByRole('button', { name: 'Large' }).click()
  await vendor.getByRole('listitem').filter({ hasText: 'Person: Large' }).waitFor()
  await vendor.getByText('Choose a time').click()
  await vendor
    .getByRole('button', { name: /\d{1,2}:\d\d/ })
    .first()
    .click()
  await vendor.getByRole('listitem').filter({ hasText: 'Person: ' }).nth(1).waitFor()
  assert.ok(
    receivedOfType('tap')
      .slice(1)
      .every((tap) => 'picked' in tap && tap.picked),
  )

  const byHand = await bench.send('rcs', '+12025550143', message(words('By hand')))
  const shown = rcs.getByRole('listitem').filter({ hasText: 'By hand' })
  await shown.getByRole('button', { name: 'Delivered' }).click()
  await shown.getByText('Delivered', { exact: true }).nth(1).waitFor()
  assert.ok(
    bench.received.some(
      (one) => one.kind === 'receipt' && one.channelMessageId === byHand && one.state === 'delivered',
    ),
  )
  await rcs.getByLabel('Fail next sends').fill('2')
  await Promise.all([saved(), rcs.getByRole('button', { name: 'Set', exact: true }).click()])
  await rcs.getByText('Send something else').click()
  await rcs.getByRole('button', { name: 'Share location' }).click()
  await rcs.getByText('40.7033').first().waitFor()
  assert.deepEqual((await bench.phone('rcs', '+12025550143').read()).failNext, { count: 2, status: 503 })
  await page.screenshot({ path: `${shots}lab.png`, fullPage: true })

  bench.status.now = 'Disabled'
  await vendor.getByLabel('Message', { exact: true }).fill('Hello?')
  await vendor.getByLabel('Message', { exact: true }).press('Enter')
  await page.getByText('is Disabled').waitFor()
  await assertAccessible(page)

  await page.setViewportSize({ width: 390, height: 800 })
  await assertFits(page)
  await page.screenshot({ path: `${shots}lab-narrow.png`, fullPage: true })
  assert.deepEqual(outside, [])
  assert.deepEqual(errors, [])
})
