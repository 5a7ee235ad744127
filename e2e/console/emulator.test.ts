// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import type { ReplyBody } from '../../server/src/testing/client.ts'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  type OpenConsole,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** The emulator: personas, their phones side by side, the reason for each reply, and links. */

const [hostileText = '', script = ''] = hostileMarkup
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' }))
const document = {
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  personality: { text: 'Warm and brief.' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['scheduling', 'people'], isDefault: true }],
  capabilities: {
    knowledge: {
      facts: [{ id: 'hours', question: 'When are you open?', answer: `From nine to five. ${hostileText}` }],
    },
    scheduling: { timezone: 'UTC', availableHours: everyDay, representatives: [] },
  },
}
const environment = await startConsole(document)
const { agent } = environment

const list = async (path: string): Promise<ReplyBody[]> => assertStatus(await agent.get(path), 200).data

async function assertNoErrors({ page, pageErrors }: OpenConsole): Promise<void> {
  await assertHarmless(page)
  assert.deepEqual(pageErrors, [])
  await page.context().close()
}

const findPhone = (page: Page, channel: string) => page.getByRole('region', { name: `Phone: ${channel}` })

async function sendMessage(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel(`Write as ${name}`).fill(text)
  await page.keyboard.press('Enter')
}

test('a user creates a persona, talks on two channels, taps, and sees the reason for each answer', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/emulator')
  await page.getByRole('heading', { name: 'No personas yet' }).waitFor()
  await assertAccessible()
  await page.getByRole('button', { name: 'Known customer' }).click()
  await findPhone(page, 'RCS').getByText('No messages yet').waitFor()

  await sendMessage(page, 'Known customer', 'When are you open?')
  await findPhone(page, 'RCS').getByText(`From nine to five. ${hostileText}`).waitFor()
  const inspector = page.getByRole('complementary', { name: 'Why did it say that?' })
  await inspector.getByText('“When are you open?”').waitFor()
  await inspector.getByText('General', { exact: true }).waitFor()
  await sendMessage(page, 'Known customer', 'I would like to book an appointment')
  const chip = findPhone(page, 'RCS')
    .getByRole('log')
    .getByRole('button', { name: /\d{1,2}:\d\d/ })
    .first()
  await chip.click()
  await findPhone(page, 'RCS').getByText('Recorded, not executed:').waitFor()
  await inspector.getByRole('button', { name: /^Tools called/ }).click()
  await inspector.getByText('scheduling.book').first().waitFor()
  await assertAccessible()
  await takeScreenshot('emulator')
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
  await findPhone(page, 'SMS').getByText('No messages yet').waitFor()
  const field = page.getByLabel('Write as Known customer')
  await field.press('ArrowUp')
  assert.equal(await field.inputValue(), 'I would like to book an appointment')
  await field.fill('When are you open?')
  await field.press('Enter')
  await findPhone(page, 'SMS').getByText('From nine to five.').waitFor()
  await findPhone(page, 'SMS')
    .getByText(/segment/)
    .first()
    .waitFor()
  await takeScreenshot('emulator-two')
  await page.getByRole('button', { name: 'STOP' }).click()
  await findPhone(page, 'SMS').getByText('STOP', { exact: true }).first().waitFor()
  await page.getByText('The agent is typing').first().waitFor({ state: 'detached' })
  await findPhone(page, 'SMS')
    .getByRole('button', { name: /^Why\? From nine/ })
    .click()
  await page.getByRole('dialog', { name: 'Why did it say that?' }).getByText('“When are you open?”').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await findPhone(page, 'SMS').getByText('No messages yet').waitFor()
  assert.equal((await list('/personas')).length, 2)
  await assertNoErrors(session)
})

testInCompleteRun(
  'a user creates a persona with every field, sees an error at its field, and edits and deletes the persona',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'editor', dark: true })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit('/emulator')
    await page.getByRole('button', { name: 'New persona' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Persona name').fill(hostileText)
    await dialog.getByLabel('Channel').click()
    await pressOption(page.getByRole('option', { name: 'WhatsApp' }))
    await dialog.getByLabel('First name').fill('x'.repeat(101))
    await dialog.getByLabel('Tags').fill(script)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByLabel('Field', { exact: true }).fill('boats')
    await dialog.getByLabel('Value', { exact: true }).fill(hostileText)
    await dialog.getByRole('button', { name: 'Add line' }).click()
    await dialog.getByLabel('Text', { exact: true }).fill(`I was here ${script}`)
    await dialog.getByRole('button', { name: 'Create persona' }).click()
    await dialog.getByText(/at most 100/).waitFor()
    await assertAccessible()
    await takeScreenshot('emulator-form-dark')
    await dialog.getByLabel('First name').fill('Robin')
    await dialog.getByRole('button', { name: 'Create persona' }).click()
    await findPhone(page, 'WhatsApp').getByText(`I was here ${script}`).waitFor()
    const [createdPersona] = await list('/personas')
    assert.deepEqual(
      [
        createdPersona.name,
        createdPersona.channel,
        createdPersona.fields.firstName,
        createdPersona.fields.customFields,
        createdPersona.historySeed.length,
      ],
      [hostileText, 'messengerA', 'Robin', { boats: hostileText }, 1],
    )
    await sendMessage(page, hostileText, script)
    await findPhone(page, 'WhatsApp').getByText(script, { exact: true }).first().waitFor()
    await assertAccessible()
    await takeScreenshot('emulator-dark')

    await page.getByRole('button', { name: `Actions for ${hostileText}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('Persona name').fill('Robin')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: /^Robin/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for Robin' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: /^Robin/ }).waitFor({ state: 'detached' })
    assert.ok(!(await list('/personas')).some(({ name }) => name === 'Robin'))
    await assertNoErrors(session)
  },
)

testInCompleteRun(
  'a link is shown once, gives access, and can be revoked; a viewer can play but change nothing',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, assertAccessible } = session
    await visit('/emulator/links')
    await page.getByRole('heading', { name: 'No links yet' }).waitFor()
    await page.getByRole('button', { name: 'New link' }).click()
    await page.getByLabel('Label').fill(hostileText)
    await page.getByRole('button', { name: 'Create link' }).click()
    const address = await page.getByLabel('Link', { exact: true }).inputValue()
    const [, token = ''] = address.split('#')
    const linkClient = environment.server.anyone.as(token)
    assertStatus(await linkClient.get('/emulator/session'), 200)
    await assertAccessible()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: hostileText, exact: true }).waitFor()

    const viewerSession = await openConsole(t, environment, { role: 'viewer', width: 390 })
    if (!viewerSession) return
    await viewerSession.visit('/emulator/links')
    await viewerSession.page.getByRole('cell', { name: hostileText, exact: true }).waitFor()
    assert.equal(await viewerSession.page.getByRole('button', { name: /Revoke|New link/ }).count(), 0)
    await viewerSession.visit('/emulator')
    await sendMessage(viewerSession.page, 'Known customer', 'When are you open?')
    await findPhone(viewerSession.page, 'SMS')
      .or(findPhone(viewerSession.page, 'RCS'))
      .getByText('From nine to five.')
      .first()
      .waitFor()
    assert.equal(await viewerSession.page.getByRole('button', { name: /^Actions for/ }).count(), 0)
    await viewerSession.assertAccessible()
    await assertFits(viewerSession.page)
    await viewerSession.takeScreenshot('emulator-narrow')
    await assertNoErrors(viewerSession)

    await page.getByRole('button', { name: `Revoke ${hostileText}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('heading', { name: 'No links yet' }).waitFor()
    assert.equal((await linkClient.get('/emulator/session')).status, 401)
    await assertNoErrors(session)
  },
)
