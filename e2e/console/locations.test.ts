// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertHarmless, assertStatus, hostileMarkup, openConsole, pressOption, startConsole } from './console.ts'

/** Locations of an agent: their page, and where appointments and flows use them. */

const weekdays = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' }))
const environment = await startConsole({
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', isDefault: true }],
  capabilities: {
    scheduling: {
      timezone: 'Europe/Berlin',
      availableHours: weekdays,
      representatives: [{ id: 'anna', name: `Anna ${hostileMarkup[0]}` }],
    },
  },
})
const { agent } = environment

test('an editor adds two locations, books at one of them, and finds the appointment by its location', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible } = session
  const save = async () => {
    await page.keyboard.press('Control+s')
    await page.getByText('You have unsaved changes').waitFor({ state: 'hidden' })
  }

  await visit('/setup/locations')
  await page.getByText('No locations yet').waitFor()
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Pier & Söhne')
  assert.equal(await page.getByRole('textbox', { name: /^ID/ }).inputValue(), 'pier-sohne')
  await page.getByLabel('Address', { exact: true }).fill('4 Pier Road, Hamburg')
  await page.getByLabel('Phone', { exact: true }).fill('ring the bell')
  await page.keyboard.press('Control+s')
  await page
    .getByText(/must be a phone number/)
    .first()
    .waitFor()
  await page.getByLabel('Phone', { exact: true }).fill('+49 30 901820')
  await page.getByLabel('Own hours').click()
  await page.getByRole('button', { name: 'Add hours on Tuesday' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('New_York')
  await pressOption(page.getByRole('option', { name: 'America/New_York' }))
  await save()
  await page.getByRole('button', { name: 'Add location' }).click()
  await page
    .getByRole('textbox', { name: /^Name/ })
    .last()
    .fill(hostileMarkup[1] as string)
  await page.getByRole('textbox', { name: /^ID/ }).last().fill('hill')
  await assertAccessible()
  await save()
  const [pier, hill] = assertStatus(await agent.get('/locations'), 200).data
  assert.deepEqual(
    [pier.phone, pier.timeZone, pier.hours, hill],
    [
      '+4930901820',
      'America/New_York',
      [{ dayOfWeek: 2, startTime: '09:00', endTime: '17:00' }],
      { id: 'hill', name: hostileMarkup[1] },
    ],
  )

  const { id: personId } = assertStatus(await agent.post('/people', { fullName: 'Jo Skipper' }), 201)
  await visit(`/people/${personId}?tab=appointments`)
  await page.getByRole('button', { name: 'Book appointment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Location' }).click()
  await pressOption(page.getByRole('option', { name: 'Pier & Söhne' }))
  await dialog
    .getByText(/New_York/)
    .first()
    .waitFor()
  await dialog.getByRole('group', { name: 'Open times' }).getByRole('button').first().click()
  await dialog.getByRole('button', { name: 'Book appointment' }).click()
  await page.getByRole('button', { name: /^Reschedule the appointment/ }).waitFor()
  const [booked] = assertStatus(await agent.get(`/people/${personId}/appointments`), 200).data
  assert.deepEqual([booked.locationId, booked.prospectTimezone], ['pier-sohne', 'America/New_York'])

  await visit('/appointments')
  await page.getByRole('cell', { name: 'Pier & Söhne' }).waitFor()
  await page.getByRole('combobox', { name: 'Location' }).click()
  await pressOption(page.getByRole('option', { name: hostileMarkup[1] as string }))
  await page.getByText('No appointments').waitFor()
  await assertAccessible()
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})
