// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import { createGateway } from '../../server/src/app.ts'
import { createBinding, managedRcs, readBinding } from '../../server/src/testing/channel-bench.ts'
import {
  assertAtThumb,
  assertFits,
  assertStatus,
  assertThumbSized,
  type OpenConsole,
  openConsole,
  startConsole,
} from './console.ts'

/** The jobs of the inbox, people, appointments and campaigns on a phone of 390 pixels, with touch. */

const document = {
  exportVersion: 1,
  agent: { name: 'Harbor' },
  personality: { text: 'Warm and brief.' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['people'], isDefault: true }],
  capabilities: {
    knowledge: { facts: [{ id: 'hours', question: 'When are you open?', answer: 'From nine to five.' }] },
  },
}
const environment = await startConsole(document, { working: true })
const { agent } = environment
const gateway = createGateway(environment.server.services)
after(() => gateway.close())

async function pollUntil<T>(read: () => Promise<T | undefined | false>): Promise<T> {
  for (let attempts = 0; attempts < 600; attempts++) {
    const value = await read()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail('it did not happen within 30 seconds')
}

const everyHour = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '00:00', endTime: '23:59' }))
assertStatus(
  await agent.put('/scheduling', {
    timezone: 'UTC',
    defaultDurationMinutes: 60,
    availableHours: everyHour,
    representatives: [{ id: 'desk', name: 'The desk' }],
  }),
  200,
)
const { id: bindingId } = await createBinding(agent, managedRcs)
await pollUntil(async () => (await readBinding(agent, bindingId)).status === 'Active')
const people = ['Alex', 'Bo'].map((firstName, at) => ({
  firstName,
  phone: `+1202555014${at}`,
  consent: 'granted',
  tags: ['berth'],
}))
assertStatus(await agent.post('/people/import', { channel: 'rcs', people }), 200)

/** Every step of a story fits the phone, has targets for a thumb, and passes axe. */
async function assertPhone({ page, assertAccessible }: OpenConsole): Promise<void> {
  await assertFits(page)
  await assertThumbSized(page)
  await assertAccessible()
}

/** A sheet covers the phone, and its main action is at the bottom. */
async function assertSheet(console: OpenConsole, action: string | RegExp): Promise<void> {
  const dialog = console.page.getByRole('dialog')
  await dialog.waitFor()
  await assertPhone(console)
  const { width, height } = (await dialog.boundingBox()) ?? { width: 0, height: 0 }
  assert.ok(width >= 390 && height >= 844, `${width} × ${height}`)
  await assertAtThumb(dialog.getByRole('button', { name: action, exact: true }))
}

const tap = (page: Page, role: 'button' | 'link' | 'menuitem' | 'option', name: string | RegExp) =>
  page.getByRole(role, { name, exact: true }).first().tap()

test('people: a thumb adds a person, finds them, writes in their journal, and records consent', async (t) => {
  const console = await openConsole(t, environment, { width: 390, touch: true })
  if (!console) return
  const { page, visit, takeScreenshot } = console
  await visit('/people')
  await page
    .getByRole('link', { name: 'Alex' })
    .or(page.getByRole('button', { name: 'Alex' }))
    .first()
    .waitFor()
  await assertPhone(console)
  await assertAtThumb(page.getByRole('button', { name: 'Add person' }))
  await takeScreenshot('thumb-people')
  await tap(page, 'button', 'Add person')
  await page.getByRole('textbox', { name: 'Full name' }).fill('Cleo Thumb')
  await assertSheet(console, 'Add')
  await takeScreenshot('thumb-person-new')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).tap()
  await page.getByRole('heading', { level: 1, name: 'Cleo Thumb' }).waitFor()
  await assertPhone(console)
  await takeScreenshot('thumb-person')
  await page.getByRole('textbox', { name: 'Journal entry' }).fill('Prefers the morning')
  await tap(page, 'button', 'Add to journal')
  await page.getByText('Prefers the morning').first().waitFor()
  await tap(page, 'button', 'Record consent')
  await assertSheet(console, /^Record/)
  await takeScreenshot('thumb-consent')
  await page.keyboard.press('Escape')
  await visit('/people')
  await page.getByRole('textbox', { name: 'Search people' }).fill('cleo')
  await page.getByText('1 person', { exact: true }).waitFor()
  await tap(page, 'button', 'Add filter')
  await page.getByRole('combobox', { name: 'Filter by' }).waitFor()
  await assertPhone(console)
  assert.deepEqual(console.pageErrors, [])
})

testInCompleteRun('appointments: a thumb books, moves and cancels', async (t) => {
  const console = await openConsole(t, environment, { width: 390, touch: true })
  if (!console) return
  const { page, visit, takeScreenshot } = console
  const { data } = assertStatus(await agent.get('/people?q=alex'), 200)
  await visit(`/people/${data[0].id}?tab=appointments`)
  await tap(page, 'button', 'Book appointment')
  const dialog = page.getByRole('dialog')
  const slots = dialog.getByRole('group', { name: 'Open times' }).getByRole('button')
  await slots.nth(3).tap()
  await assertSheet(console, 'Book appointment')
  await takeScreenshot('thumb-booking')
  await dialog.getByRole('button', { name: 'Book appointment' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await visit('/appointments')
  await page.getByRole('link', { name: 'Alex' }).waitFor()
  await assertPhone(console)
  await takeScreenshot('thumb-appointments')
  await tap(page, 'button', /^Reschedule the appointment/)
  await slots.nth(5).tap()
  await assertSheet(console, 'Reschedule')
  await dialog.getByRole('button', { name: 'Reschedule', exact: true }).tap()
  await page.getByText('Rescheduled', { exact: true }).first().waitFor()
  await tap(page, 'button', /^Cancel the appointment/)
  await dialog.getByLabel('Reason').fill('Caught a cold')
  await assertSheet(console, 'Cancel appointment')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).tap()
  await dialog.waitFor({ state: 'detached' })
  const appointments = assertStatus(await agent.get(`/people/${data[0].id}/appointments`), 200)
  assert.equal(appointments.data[0].status, 'cancelled')
  await visit('/appointments?view=week')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await assertPhone(console)
  assert.deepEqual(console.pageErrors, [])
})

testInCompleteRun('inbox: a thumb filters, opens a conversation, asks why, and goes back', async (t) => {
  const { accessToken } = assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200)
  const event = await gateway.inject({
    method: 'POST',
    url: `/lab/v1/handsets/rcs/${encodeURIComponent('+12025550140')}/events`,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ type: 'text', text: 'When are you open?' }),
  })
  const { userId } = event.json()
  await pollUntil(async () => {
    const { data } = assertStatus(await agent.get(`/messages?type=content&origin=agent&userId=${userId}`), 200)
    return data.length > 0
  })
  const console = await openConsole(t, environment, { width: 390, touch: true })
  if (!console) return
  const { page, visit, takeScreenshot } = console
  await visit('/inbox')
  await page.getByRole('link', { name: 'Alex' }).waitFor()
  await assertPhone(console)
  await takeScreenshot('thumb-inbox')
  await tap(page, 'button', 'Filters')
  await page.getByRole('combobox', { name: 'Channel' }).waitFor()
  await assertPhone(console)
  await page.getByRole('link', { name: 'Alex' }).tap()
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await transcript.getByText('From nine to five.').first().waitFor()
  await assertPhone(console)
  await takeScreenshot('thumb-conversation')
  await transcript.getByRole('button', { name: /^Why/ }).first().tap()
  await page.getByRole('dialog').waitFor()
  await assertPhone(console)
  await takeScreenshot('thumb-turn')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  await tap(page, 'link', 'Back to list')
  await page.getByRole('link', { name: 'Alex' }).waitFor()
  await visit('/inbox/logs')
  await page.getByRole('table').waitFor()
  await assertPhone(console)
  assert.deepEqual(console.pageErrors, [])
})

testInCompleteRun('campaigns: a thumb composes, checks and starts one', async (t) => {
  assertStatus(await agent.post('/message-templates', { id: 'opener', name: 'Opener', body: 'Shall we launch?' }), 201)
  const outreach = { id: 'spring', name: 'Spring launch', openerTemplateId: 'opener' }
  assertStatus(await agent.post('/outreach', outreach), 201)
  const console = await openConsole(t, environment, { width: 390, touch: true })
  if (!console) return
  const { page, visit, takeScreenshot } = console
  await visit('/campaigns')
  await page.getByRole('link', { name: 'New campaign' }).first().tap()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring')
  await page.getByRole('combobox', { name: 'Outreach', exact: true }).tap()
  await tap(page, 'option', 'Spring launch')
  await assertPhone(console)
  await assertAtThumb(page.getByRole('button', { name: 'Next' }))
  await takeScreenshot('thumb-campaign')
  await tap(page, 'button', 'Next')
  await page.getByText('Filter', { exact: true }).filter({ visible: true }).first().tap()
  await tap(page, 'button', 'Add condition')
  await tap(page, 'menuitem', 'Tag')
  await page.getByRole('combobox', { name: 'Values of Tag' }).fill('berth')
  await page.keyboard.press('Enter')
  await page.getByText('2 people right now.').waitFor()
  await assertPhone(console)
  await assertAtThumb(page.getByRole('button', { name: 'Check audience' }))
  await tap(page, 'button', 'Check audience')
  await page.getByText('2 of 2 people will receive it').waitFor()
  await assertPhone(console)
  await takeScreenshot('thumb-campaign-checks')
  await visit(`${new URL(page.url()).pathname.replace(/^.*\/campaigns/, '/campaigns')}?step=start`)
  await tap(page, 'button', 'Start campaign')
  await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2')
  await assertSheet(console, 'Start campaign')
  await page.getByRole('dialog').getByRole('button', { name: 'Start campaign' }).tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // At night in the time zone of the test, the campaign waits for the morning.
  await pollUntil(async () => {
    const { data } = assertStatus(await agent.get('/campaigns'), 200)
    const spring = data.find(({ name }: { name: string }) => name === 'Spring')
    return ['running', 'completed'].includes(spring.status)
  })
  await assertPhone(console)
  await takeScreenshot('thumb-campaign-report')
  await visit('/campaigns')
  await page
    .getByRole('link', { name: 'Spring' })
    .or(page.getByRole('button', { name: 'Spring' }))
    .first()
    .waitFor()
  await assertPhone(console)
  await assertAtThumb(page.getByRole('link', { name: 'New campaign' }))
  assert.deepEqual(console.pageErrors, [])
})
