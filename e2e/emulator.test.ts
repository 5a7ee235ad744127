import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { createTestAgent } from '../server/src/testing/agent.ts'
import { createTestApp } from '../server/src/testing/app.ts'
import { assertStatus } from '../server/src/testing/client.ts'
import { openBrowser } from './browser.ts'
import { assertAccessible, assertFits } from './console/console.ts'

/** Emulator links, personas, and the sandbox. */

const shots = fileURLToPath(new URL('../.cache/screenshots/', import.meta.url))
mkdirSync(shots, { recursive: true })

const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' }))
const document = {
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  personality: { text: 'Warm and brief.' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['scheduling', 'people'], isDefault: true }],
  capabilities: {
    knowledge: { facts: [{ id: 'hours', question: 'When are you open?', answer: 'Every day from nine to five.' }] },
    scheduling: { timezone: 'UTC', availableHours: everyDay, representatives: [] },
  },
}

const server = await createTestApp({ consoleFiles: process.env.CONSOLE_DIST })
const agent = await createTestAgent(server, document)

test('a visitor opens a link, plays a persona on several channels, and sees the reason for each answer', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const link = assertStatus(await agent.post('/emulator-links', { label: 'Lobby' }), 201)
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(30_000)
  const [externalRequests, errors, addresses]: string[][] = [[], [], []]
  page.on('request', (request) => {
    addresses?.push(request.url())
    if (new URL(request.url()).hostname !== '127.0.0.1') externalRequests?.push(request.url())
  })
  page.on('pageerror', (error) => errors?.push(error.message))
  page.on(
    'console',
    (entry) => entry.type() === 'error' && !/401|422|ERR_FAILED/.test(entry.text()) && errors?.push(entry.text()),
  )
  const findPhone = (channel = 'RCS') => page.getByRole('region', { name: `Phone: ${channel}` })
  const inspector = page.getByRole('complementary', { name: 'Why did it say that?' })
  const field = page.getByLabel('Write as Known customer')
  const sendMessage = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }

  await page.goto(`${origin}/emulator`)
  await page.getByRole('heading', { name: 'Open an emulator link' }).waitFor()
  await page.getByLabel('Emulator link').fill('hello')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('alert').getByText('This is not an emulator link').waitFor()
  await page.getByLabel('Emulator link').fill(`${origin}/emulator#v2.nobody`)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()

  await page.goto(`${origin}/emulator#${link.token}`)
  await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()
  assert.equal(page.url(), `${origin}/emulator`, 'the address no longer shows the grant')
  await page.getByRole('heading', { name: 'No personas yet' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Known customer' }).click()
  await findPhone().getByText('No messages yet').waitFor()

  await sendMessage('When are you open?')
  await findPhone().getByText('Every day from nine to five.').waitFor()
  await inspector.getByText('“When are you open?”').waitFor()
  await inspector.getByText('general', { exact: true }).waitFor()

  await sendMessage('I would like to book an appointment')
  const chip = findPhone()
    .getByRole('log')
    .getByRole('button', { name: /\d{1,2}:\d\d/ })
    .first()
  const time = (await chip.textContent()) ?? ''
  await chip.click()
  const tapped = findPhone()
    .getByRole('listitem')
    .filter({ hasText: `Person: ${time}` })
  await tapped.waitFor()
  await findPhone().getByText('Recorded, not executed').waitFor()
  await inspector.getByRole('button', { name: /^Tools called/ }).click()
  await inspector.getByText('scheduling.book').first().waitFor()
  await inspector.getByRole('button', { name: 'Previous reply' }).click()
  await inspector.getByText('“I would like to book an appointment”').waitFor()
  await assertAccessible(page)
  await page.screenshot({ path: `${shots}emulator.png` })

  await page.reload()
  await tapped.waitFor()
  await inspector.getByText('3 of 3').waitFor()

  const channels = page.getByRole('group', { name: 'Channels, side by side' })
  await channels.getByText('Apple Messages for Business').click()
  const applePhone = findPhone('Apple Messages for Business')
  await applePhone.getByText('No messages yet').waitFor()
  await sendMessage('I would like to book an appointment')
  await applePhone.getByText('Choose a time').click()
  await applePhone
    .getByRole('button', { name: /\d{1,2}:\d\d/ })
    .first()
    .click()
  await applePhone.getByText('Recorded, not executed').waitFor()
  await field.press('ArrowUp')
  assert.equal(await field.inputValue(), 'I would like to book an appointment')
  assert.equal(assertStatus(await agent.get('/personas'), 200).data.length, 2, 'one for each channel')
  await channels.getByText('Apple Messages for Business').click()
  await applePhone.waitFor({ state: 'detached' })

  await page.route('**/turns', (route) => route.abort())
  await sendMessage('When are you open?')
  await findPhone().getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/turns')
  await findPhone().getByRole('button', { name: 'Try again' }).click()
  await findPhone().getByText('Every day from nine to five.').nth(1).waitFor()
  await page.getByRole('button', { name: 'More to send' }).click()
  await page.getByRole('menuitem', { name: 'Opt out' }).click()
  await findPhone().getByText('Opted out', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await findPhone().getByText('No messages yet').waitFor()

  await createOwnPersona(page)
  await page.getByLabel('Write as A regular').waitFor()
  await assertFitsNarrowWindows(page)

  assertStatus(await agent.del(`/emulator-links/${link.id}`), 204)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  assert.deepEqual([externalRequests, errors], [[], []])
  assert.ok(!addresses?.some((address) => new URL(address).pathname.includes(link.token)), 'no server sees the grant')
})

async function createOwnPersona(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New persona' }).click()
  const dialog = page.getByRole('dialog', { name: 'New persona' })
  await dialog.getByLabel('Persona name').fill('A regular')
  await dialog.getByRole('button', { name: 'Create persona' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function assertFitsNarrowWindows(page: Page): Promise<void> {
  for (const width of [900, 390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await assertFits(page)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: `${shots}emulator-narrow.png`, fullPage: true })
}
