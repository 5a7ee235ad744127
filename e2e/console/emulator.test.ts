// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import type { ReplyBody } from '../../server/src/testing/client.ts'
import {
  assertHarmless,
  assertStatus,
  hostileMarkup,
  type OpenConsole,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** The emulator: personas, their phones side by side, the reason for each reply, and links. */

const [planted = '', script = ''] = hostileMarkup
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' }))
const document = {
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  personality: { text: 'Warm and brief.' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['scheduling', 'people'], isDefault: true }],
  capabilities: {
    knowledge: { facts: [{ id: 'hours', question: 'When are you open?', answer: `From nine to five. ${planted}` }] },
    scheduling: { timezone: 'UTC', availableHours: everyDay, representatives: [] },
  },
}
const environment = await startConsole(document)
const { agent } = environment

const list = async (path: string): Promise<ReplyBody[]> => assertStatus(await agent.get(path), 200).data

async function finish({ page, complaints }: OpenConsole): Promise<void> {
  await assertHarmless(page)
  assert.deepEqual(complaints, [])
  await page.context().close()
}

const phone = (page: Page, channel: string) => page.getByRole('region', { name: `Phone: ${channel}` })

async function say(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel(`Write as ${name}`).fill(text)
  await page.keyboard.press('Enter')
}

test('a user creates a persona, talks on two channels, taps, and sees the reason for each answer', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, accessible, shot } = session
  await visit('/emulator')
  await page.getByRole('heading', { name: 'No personas yet' }).waitFor()
  await accessible()
  await page.getByRole('button', { name: 'Known customer' }).click()
  await phone(page, 'RCS').getByText('No messages yet').waitFor()

  await say(page, 'Known customer', 'When are you open?')
  await phone(page, 'RCS').getByText(`From nine to five. ${planted}`).waitFor()
  const inspector = page.getByRole('complementary', { name: 'Why did it say that?' })
  await inspector.getByText('“When are you open?”').waitFor()
  await inspector.getByText('General', { exact: true }).waitFor()
  await say(page, 'Known customer', 'I would like to book an appointment')
  const chip = phone(page, 'RCS')
    .getByRole('log')
    .getByRole('button', { name: /\d{1,2}:\d\d/ })
    .first()
  await chip.click()
  await phone(page, 'RCS').getByText('Recorded, not executed:').waitFor()
  await inspector.getByRole('button', { name: /^Tools called/ }).click()
  await inspector.getByText('scheduling.book').first().waitFor()
  await accessible()
  await shot('emulator')
  await inspector.getByRole('button', { name: 'Previous reply' }).click()
  await inspector.getByText('“I would like to book an appointment”').waitFor()
  const [persona] = await list('/personas')
  const turns = await list(`/personas/${persona.id}/turns`)
  assert.deepEqual(turns.map(({ input }) => input.text).slice(0, 2), [
    'When are you open?',
    'I would like to book an appointment',
  ])
  assert.equal(turns[2]?.effects[0]?.kind, 'appointment.booked')

  await page.getByRole('group', { name: 'Channels, side by side' }).getByText('SMS').click()
  await phone(page, 'SMS').getByText('No messages yet').waitFor()
  const field = page.getByLabel('Write as Known customer')
  await field.press('ArrowUp')
  assert.equal(await field.inputValue(), 'I would like to book an appointment')
  await field.fill('When are you open?')
  await field.press('Enter')
  await phone(page, 'SMS').getByText('From nine to five.').waitFor()
  await phone(page, 'SMS')
    .getByText(/segment/)
    .first()
    .waitFor()
  await shot('emulator-two')
  await page.getByRole('button', { name: 'STOP' }).click()
  await phone(page, 'SMS').getByText('STOP', { exact: true }).first().waitFor()
  await page.getByText('The agent is typing').first().waitFor({ state: 'detached' })
  await phone(page, 'SMS')
    .getByRole('button', { name: /^Why\? From nine/ })
    .click()
  await page.getByRole('dialog', { name: 'Why did it say that?' }).getByText('“When are you open?”').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await phone(page, 'SMS').getByText('No messages yet').waitFor()
  assert.equal((await list('/personas')).length, 2)
  await finish(session)
})

testInCompleteRun(
  'a persona can be created with every field, changed and deleted, and errors appear next to their fields',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'editor', dark: true })
    if (!session) return
    const { page, visit, accessible, shot } = session
    await visit('/emulator')
    await page.getByRole('button', { name: 'New persona' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Persona name').fill(planted)
    await dialog.getByLabel('Channel').click()
    await pressOption(page.getByRole('option', { name: 'WhatsApp' }))
    await dialog.getByLabel('First name').fill('x'.repeat(101))
    await dialog.getByLabel('Tags').fill(script)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByLabel('Field', { exact: true }).fill('boats')
    await dialog.getByLabel('Value', { exact: true }).fill(planted)
    await dialog.getByRole('button', { name: 'Add line' }).click()
    await dialog.getByLabel('Text', { exact: true }).fill(`I was here ${script}`)
    await dialog.getByRole('button', { name: 'Create persona' }).click()
    await dialog.getByText(/at most 100/).waitFor()
    await accessible()
    await shot('emulator-form-dark')
    await dialog.getByLabel('First name').fill('Robin')
    await dialog.getByRole('button', { name: 'Create persona' }).click()
    await phone(page, 'WhatsApp').getByText(`I was here ${script}`).waitFor()
    const [made] = await list('/personas')
    assert.deepEqual(
      [made.name, made.channel, made.fields.firstName, made.fields.customFields, made.historySeed.length],
      [planted, 'messengerA', 'Robin', { boats: planted }, 1],
    )
    await say(page, planted, script)
    await phone(page, 'WhatsApp').getByText(script, { exact: true }).first().waitFor()
    await accessible()
    await shot('emulator-dark')

    await page.getByRole('button', { name: `Actions for ${planted}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('Persona name').fill('Robin')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: /^Robin/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for Robin' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: /^Robin/ }).waitFor({ state: 'detached' })
    assert.ok(!(await list('/personas')).some(({ name }) => name === 'Robin'))
    await finish(session)
  },
)

testInCompleteRun(
  'a link is shown once, grants access, and can be revoked; a viewer can chat and change nothing',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, accessible } = session
    await visit('/emulator/links')
    await page.getByRole('heading', { name: 'No links yet' }).waitFor()
    await page.getByRole('button', { name: 'New link' }).click()
    await page.getByLabel('Label').fill(planted)
    await page.getByRole('button', { name: 'Create link' }).click()
    const address = await page.getByLabel('Link', { exact: true }).inputValue()
    const [, token = ''] = address.split('#')
    const client = environment.server.anyone.as(token)
    assertStatus(await client.get('/emulator/session'), 200)
    await accessible()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: planted, exact: true }).waitFor()

    const viewing = await openConsole(t, environment, { role: 'viewer', width: 390 })
    if (!viewing) return
    await viewing.visit('/emulator/links')
    await viewing.page.getByRole('cell', { name: planted, exact: true }).waitFor()
    assert.equal(await viewing.page.getByRole('button', { name: /Revoke|New link/ }).count(), 0)
    await viewing.visit('/emulator')
    await say(viewing.page, 'Known customer', 'When are you open?')
    await phone(viewing.page, 'SMS').or(phone(viewing.page, 'RCS')).getByText('From nine to five.').first().waitFor()
    assert.equal(await viewing.page.getByRole('button', { name: /^Actions for/ }).count(), 0)
    await viewing.accessible()
    const wide = await viewing.page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    assert.ok(wide <= 0, `the page scrolls sideways by ${wide}`)
    await viewing.shot('emulator-narrow')
    await finish(viewing)

    await page.getByRole('button', { name: `Revoke ${planted}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('heading', { name: 'No links yet' }).waitFor()
    assert.equal((await client.get('/emulator/session')).status, 401)
    await finish(session)
  },
)
