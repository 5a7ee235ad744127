// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import { managedRcs } from '../../server/src/testing/channel-bench.ts'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** Outreach in the console: rules, sends, links, and settings. */

const environment = await startConsole(undefined, { working: true })
const { agent } = environment
const hostileText = hostileMarkup.join(' ')

async function pollUntil<T>(read: () => Promise<T | undefined | false>): Promise<T> {
  for (let attempts = 0; attempts < 600; attempts++) {
    const value = await read()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail('it never came to pass')
}

async function person(fields: object, consent = 'granted'): Promise<string> {
  const body = { channel: 'rcs', people: [{ consent, ...fields }] }
  assertStatus(await agent.post('/people/import', body), 200)
  const { data } = assertStatus(await agent.get('/people?limit=1'), 200)
  return data[0].id
}

async function chooseOption(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await pressOption(page.getByRole('option', { name: option }).first())
}

test('every empty page of outreach explains its purpose', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible } = session
  await visit('/outreach')
  await page.getByRole('heading', { name: 'No Outreaches yet' }).waitFor()
  await assertAccessible()
  await page.getByRole('link', { name: 'Automated' }).click()
  await page.getByText('Create an Outreach first').waitFor()
  await page.getByRole('link', { name: 'Sends' }).click()
  await page.getByRole('heading', { name: 'No sends yet' }).waitFor()
  await assertAccessible()
  await page.getByRole('link', { name: 'Links' }).click()
  await page.getByRole('link', { name: 'Add a channel' }).waitFor()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a user writes an Outreach with its opener, and sees validation errors at their fields',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    assertStatus(await agent.put('/people-fields', { fields: [{ key: 'boat', type: 'string' }] }), 200)
    assertStatus(await agent.post('/message-templates', { id: 'nudge', name: 'Nudge', body: 'Still there?' }), 201)
    await visit('/outreach')
    await page.getByRole('button', { name: 'New Outreach' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring launch')
    await page.getByRole('radio', { name: 'Marketing' }).check()
    await page.getByRole('textbox', { name: 'First message' }).click()
    await page.keyboard.insertText(
      'Hi {person.firstName|there}, shall we launch your {person.customFields.boat}?\n\n[[chips: Yes, please | Not yet]]',
    )
    await page.getByText('shall we launch your').last().waitFor()
    await assertAccessible()
    await takeScreenshot('outreach-new')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Spring launch' }).waitFor()
    await page.getByRole('switch', { name: 'Remind people who have not replied' }).check({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 field needs your attention').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Follow-up message template:' }).waitFor()
    assert.match(await page.evaluate('document.activeElement.dataset.path'), /^followUp/)
    await assertAccessible()
    await takeScreenshot('outreach-refused')
    assert.equal(
      await page.getByRole('combobox', { name: 'Follow-up message template' }).getAttribute('aria-invalid'),
      'true',
    )
    await chooseOption(page, 'Follow-up message template', 'Nudge')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    await assertAccessible()
    await takeScreenshot('outreach-edit')
    const [createdOutreach] = assertStatus(await agent.get('/outreach'), 200).data
    assert.deepEqual(
      { class: createdOutreach.class, inputs: createdOutreach.inputs, followUp: createdOutreach.followUp },
      { class: 'marketing', inputs: ['boat'], followUp: { templateId: 'nudge', delayMinutes: 2880, maxTimes: 1 } },
    )
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'a user checks whether an Outreach may be sent to a person, sends it, and follows it to its end',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    const { id: bindingId } = assertStatus(await agent.post('/channels', managedRcs), 201)
    await pollUntil(async () => assertStatus(await agent.get(`/channels/${bindingId}`), 200).status === 'Active')
    await person({ firstName: 'Alex', lastName: 'Berth', phone: '+12025550143' })
    await visit('/outreach/edit/spring-launch')
    await page.getByRole('button', { name: 'Send to one person' }).click()
    await page.getByRole('combobox', { name: 'Person' }).fill('Ale')
    await pressOption(page.getByRole('option', { name: 'Alex Berth' }))
    await page.getByText('Can we message this person? Yes').waitFor()
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('is needed by the opener').first().waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'boat' }).getAttribute('aria-invalid'), 'true')
    await page.getByRole('textbox', { name: 'boat' }).fill('dinghy')
    await page.getByText('shall we launch your dinghy').waitFor()
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('The message would be sent. Nothing was saved.').waitFor()
    await assertAccessible()
    await takeScreenshot('outreach-send')
    assert.deepEqual(assertStatus(await agent.get('/outreach/sends'), 200).data, [])
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('link', { name: 'Open send' }).click()
    await page.getByText('Sent to the channel').waitFor()
    await page.getByText('shall we launch your dinghy').waitFor()
    await assertAccessible()
    await takeScreenshot('outreach-send-life')
    await visit('/outreach/sends?state=sent&origin=named')
    await page.getByRole('link', { name: 'Alex Berth' }).waitFor()
    await assertAccessible()
    await takeScreenshot('outreach-sends')
    await chooseOption(page, 'Status', 'Failed')
    await page.getByRole('heading', { name: 'No matching sends' }).waitFor()
    assert.match(page.url(), /state=failed/)
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a user sends an Outreach from the page of a person, whose timeline shows its name', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  const id = await person({ firstName: 'Mia', phone: '+12025550171', customFields: { boat: 'skiff' } })
  await visit(`/people/${id}`)
  await page.getByRole('button', { name: 'Send Outreach' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to Mia' })
  await dialog.getByText('shall we launch your skiff').waitFor()
  await dialog.getByText('Can we message this person? Yes').waitFor()
  await assertAccessible()
  await takeScreenshot('person-send')
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await dialog.getByText('Message queued').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Outreach Spring launch').waitFor()
  await takeScreenshot('person-sent')
  const { data } = assertStatus(await agent.get(`/outreach/sends?personId=${id}`), 200)
  assert.deepEqual(
    data.map(({ outreachId }: { outreachId: string }) => outreachId),
    ['spring-launch'],
  )
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a user creates a rule, filters its people and turns it on, and sees for whom it was triggered',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit('/outreach/automated')
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('New members')
    await chooseOption(page, 'Trigger', 'a person’s status changes')
    await chooseOption(page, 'Outreach to send', 'Spring launch')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'New members' }).waitFor()
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('combobox', { name: 'Values of Status' }).click()
    await pressOption(page.getByRole('option', { name: 'Converted' }))
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: 'Only during these hours' }).check({ force: true })
    await page.getByRole('switch', { name: 'Turned on' }).check({ force: true })
    await assertAccessible()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await takeScreenshot('outreach-rule')
    const [rule] = assertStatus(await agent.get('/automated-outreach'), 200).data
    assert.deepEqual(
      [rule.enabled, rule.trigger],
      [true, { event: 'person.statusChanged', filter: { status: 'converted' } }],
    )
    assert.deepEqual([rule.sendWindow.startHour, rule.sendWindow.endHour], [9, 20])
    const personId = await person({ firstName: 'Cleo', phone: '+12025550145' })
    assertStatus(await agent.patch(`/people/${personId}`, { status: 'converted' }), 200)
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('link', { name: 'Cleo' }).waitFor()
    await assertAccessible()
    await takeScreenshot('outreach-rule-rows')
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'New members' }).waitFor()
    assert.equal(assertStatus(await agent.get('/automated-outreach'), 200).data.length, 1)
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a user makes a rule for some days before a date of the person, every year', async (t) => {
  const { data: fields } = assertStatus(await agent.get('/people-fields'), 200)
  const birthday = { key: 'birthday', type: 'date', label: 'Birthday' }
  assertStatus(await agent.put('/people-fields', { fields: [...fields, birthday] }), 200)
  const session = await openConsole(t, environment, { role: 'editor', width: 390 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/outreach/automated')
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Birthdays')
  await chooseOption(page, 'Trigger', 'a date of the person comes')
  await page.getByRole('combobox', { name: 'Date field' }).click()
  await pressOption(page.getByRole('option', { name: 'Birthday' }))
  await chooseOption(page, 'Outreach to send', 'Spring launch')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Birthdays' }).waitFor()
  await chooseOption(page, 'When', 'days before')
  await page.getByRole('textbox', { name: 'Days', exact: true }).fill('7')
  await page.getByRole('switch', { name: 'Every year' }).check({ force: true })
  await assertAccessible()
  await assertFits(page)
  await takeScreenshot('outreach-rule-date-narrow')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { data: rules } = assertStatus(await agent.get('/automated-outreach'), 200)
  const { id, trigger } = rules.find(({ name }: { name: string }) => name === 'Birthdays')
  const { field, offsetDays, yearly } = trigger.date
  assert.deepEqual([trigger.event, field, offsetDays, yearly], ['person.dateReached', 'birthday', -7, true])
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit('/outreach/automated')
  await page.getByText('7 days before birthday, every year').waitFor()
  assertStatus(await agent.del(`/automated-outreach/${id}`), 204)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a user creates a link with a QR code, pauses it and resumes it', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  assertStatus(await agent.post('/channels', { ...managedRcs, channel: 'sms' }), 201)
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/outreach/links')
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByRole('textbox', { name: 'Label' }).fill('Testers')
  await page.getByRole('combobox', { name: 'Channels' }).press('ArrowDown')
  await page.getByRole('option', { name: 'SMS' }).click()
  await page.getByRole('textbox', { name: 'Uses' }).fill('900')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('1 field needs your attention').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Uses' }).getAttribute('aria-invalid'), 'true')
  await page.getByRole('textbox', { name: 'Uses' }).fill('5')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('0 of 5 used').first().waitFor()
  await page.getByRole('button', { name: 'QR code of Testers' }).click()
  await page.getByRole('img', { name: /^QR code of http/ }).waitFor()
  await assertAccessible()
  await takeScreenshot('outreach-qr')
  for (const [button, name] of [
    ['Download as SVG', 'outreach-link.svg'],
    ['Download as PNG', 'outreach-link.png'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    assert.equal(download.suggestedFilename(), name)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Testers' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  const [link] = assertStatus(await agent.get('/outreach-links'), 200).data
  assert.deepEqual([link.label, link.channels, link.maxUses, link.disabled], ['Testers', ['rcs', 'sms'], 5, true])
  await takeScreenshot('outreach-links')
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a user sets safe hours on a clock, and the frequency cap', async (t) => {
  const session = await openConsole(t, environment, { dark: true })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/outreach/settings')
  await page.getByRole('switch', { name: 'Start conversations only during these hours' }).check({ force: true })
  await chooseOption(page, 'Until', '21:00')
  await page.getByRole('img', { name: /09:00 to 21:00/ }).waitFor()
  await page.getByRole('textbox', { name: 'Hours between marketing messages' }).fill('72')
  await assertAccessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await takeScreenshot('outreach-settings-dark')
  const { minTouchIntervalHours, safeHours } = assertStatus(await agent.get('/settings/sending'), 200)
  assert.deepEqual([minTouchIntervalHours, safeHours.startHour, safeHours.endHour], [72, 9, 21])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a viewer on a phone sees everything without controls, and hostile text stays text', async (t) => {
  const text = hostileText.replaceAll('{{', '\\{{')
  assertStatus(await agent.post('/message-templates', { id: 'nasty', name: hostileText.slice(0, 80), body: text }), 201)
  const outreach = { id: 'nasty', name: hostileText.slice(0, 80), description: hostileText, openerTemplateId: 'nasty' }
  assertStatus(await agent.post('/outreach', outreach), 201)
  const personId = await person({ fullName: hostileText.slice(0, 200), phone: '+12025550147' })
  const { bindingId } = assertStatus(await agent.get('/outreach-links'), 200).data[0]
  assertStatus(await agent.post('/outreach-links', { bindingId, label: hostileText.slice(0, 200) }), 201)
  const rule = { id: 'nasty', name: hostileText.slice(0, 200), outreachId: 'nasty', enabled: false }
  const trigger = { event: 'person.created', filter: { tag: hostileText.slice(0, 100) } }
  assertStatus(await agent.post('/automated-outreach', { ...rule, trigger }), 201)
  const consent = { optIn: true, evidence: hostileText, source: hostileText.slice(0, 200) }
  const { sendId } = assertStatus(await agent.post('/outreach/nasty/sends', { recipient: { personId }, consent }), 202)
  await pollUntil(async () => assertStatus(await agent.get(`/outreach/sends/${sendId}`), 200).state === 'sent')
  const session = await openConsole(t, environment, { role: 'viewer', width: 390, dark: true })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  const pages: [path: string, shown: string][] = [
    ['/outreach', 'onerror'],
    ['/outreach/edit/nasty', 'You have read-only access.'],
    ['/outreach/automated', 'onerror'],
    ['/outreach/automated/nasty', 'You have read-only access.'],
    ['/outreach/sends', 'onerror'],
    [`/outreach/sends/${sendId}`, 'Message'],
    ['/outreach/links', 'onerror'],
    ['/outreach/settings', 'How each limit applies'],
  ]
  for (const [path, heading] of pages) {
    await visit(path)
    await page.getByText(heading).first().waitFor()
    await assertAccessible()
    await assertHarmless(page)
    await assertFits(page)
    const actionButtons = page.getByRole('button', {
      name: /^(New (rule|link|Outreach)|Create|Delete|Save|Send to|Pause|Cancel send|Add )/,
    })
    assert.equal(await actionButtons.count(), 0, `${path} offers a viewer something`)
    await takeScreenshot(`outreach-phone${path.replaceAll('/', '-').replace(sendId, 'one')}`)
  }
  assert.deepEqual(session.pageErrors, [])
})
