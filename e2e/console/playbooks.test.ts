// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { assertFits, assertHarmless, assertStatus, hostileMarkup, openConsole, startConsole } from './console.ts'

/** Playbooks in the console: texts with markers, and how they render on each channel. */

const flow = { id: 'main', slots: [], steps: [{ say: 'Hello' }, { call: 'bookings' }] }
const environment = await startConsole({
  playbooks: [
    { id: 'general', name: 'General', whenToUse: 'Always.', body: 'Be kind.', uses: ['people'], isDefault: true, flow },
    { id: 'bookings', name: 'Bookings', whenToUse: 'Someone wants to come by.', body: 'Book.', uses: ['scheduling'] },
    { id: 'spare', name: 'Spare', body: 'Nothing.', uses: [] },
    {
      id: 'foreign',
      name: hostileMarkup[0],
      whenToUse: hostileMarkup[1],
      description: hostileMarkup[2],
      body: `${hostileMarkup[0]} [[chips: ${hostileMarkup[3]} | ${hostileMarkup[1]}]]`,
      uses: [],
      examples: [
        [
          { role: 'user', content: hostileMarkup[4] },
          { role: 'agent', content: hostileMarkup[0] },
        ],
      ],
    },
  ],
  messageTemplates: [{ id: 'hello', name: hostileMarkup[0], body: 'Hello' }],
})
const { agent } = environment

test('a user creates a playbook, writes it with marker completion, previews it on each channel and saves it', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/playbooks')
  await page
    .getByRole('row', { name: /General/ })
    .getByText('Default')
    .waitFor()
  await page
    .getByRole('row', { name: /General/ })
    .getByText('2 steps')
    .waitFor()
  await page
    .getByRole('row', { name: /Bookings/ })
    .getByText('Scheduling')
    .waitFor()
  await assertAccessible()
  await takeScreenshot('playbooks')

  await page.getByRole('button', { name: 'New playbook' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('must not be empty').waitFor()
  await page.getByLabel('Name').fill('Deliveries')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()

  await page.getByLabel('When to use').fill('Someone asks where the parcel is.')
  const body = page.getByRole('textbox', { name: 'Instructions' })
  await body.click()
  await page.keyboard.type('Ask them. [[chi')
  await page.getByRole('option', { name: /chips/ }).click()
  // Tab moves to the next field of the marker only once the marker is inserted.
  await body.getByText('[[chips').waitFor()
  await page.keyboard.type('Track it')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Call me')
  const phone = page.getByRole('region', { name: /RCS/ })
  await phone.getByText('Track it').waitFor()
  await page.getByRole('tab', { name: 'SMS', exact: true }).click()
  await page
    .getByRole('region', { name: /SMS/ })
    .getByText(/1.*Track it/s)
    .waitFor()
  await page.getByLabel('Notify').uncheck()
  await takeScreenshot('playbook-editor')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  const saved = assertStatus(await agent.get('/playbooks/deliveries'), 200)
  assert.equal(saved.body, 'Ask them. [[chips: Track it | Call me]]')
  assert.equal(saved.whenToUse, 'Someone asks where the parcel is.')
  assert.deepEqual(saved.uses, ['scheduling', 'people'])

  await body.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' [[template: gone]] [[card')
  await page
    .getByText(/There is no template “gone”/)
    .first()
    .waitFor()
  await assertAccessible()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a user sets the default, imports a playbook from the catalog, and deletes one only when nothing refers to it',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit } = session
    const runAction = async (name: string, confirmLabel: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: confirmLabel }).click()
    }
    await visit('/playbooks')
    await runAction('Bookings', 'Make default')
    await page
      .getByRole('row', { name: /Bookings/ })
      .getByText('Default')
      .waitFor()
    assert.equal(assertStatus(await agent.get('/playbooks/bookings'), 200).isDefault, true)

    await runAction('Bookings', 'Delete')
    await page.getByRole('dialog').getByText('The flow of General').waitFor()
    await page.getByRole('button', { name: 'OK', exact: true }).click()

    await runAction('Spare', 'Delete')
    await page.getByRole('row', { name: /Spare/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: /Spare/ }).waitFor()
    await runAction('Spare', 'Delete')
    const deleteResponse = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.locator('.mantine-Notification-closeButton').last().click()
    assert.equal((await deleteResponse).status(), 204)
    assertStatus(await agent.get('/playbooks/spare'), 404)

    await page.getByRole('button', { name: 'Add from catalog' }).click()
    await page
      .getByRole('button', { name: /^Import / })
      .first()
      .click()
    await page.getByRole('link', { name: 'All playbooks' }).waitFor()
    await page.getByText(/^From @svc/).waitFor()
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a user adds and moves lines of an example, and sees what they lack', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/playbooks/bookings?tab=examples')
  await page.getByText('No examples yet').waitFor()
  await page.getByRole('button', { name: 'Add example' }).click()
  await page.getByLabel('Line 1', { exact: true }).fill('Can I come by?')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must not be empty').first().waitFor()
  await page.getByLabel('Line 2', { exact: true }).fill('When would you like to?')
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Line 3', { exact: true }).fill('Tomorrow.')
  await page.getByRole('button', { name: 'Move line 3 up' }).click()
  await assertAccessible()
  await takeScreenshot('playbook-examples')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.deepEqual(assertStatus(await agent.get('/playbooks/bookings'), 200).examples, [
    [
      { role: 'user', content: 'Can I come by?' },
      { role: 'user', content: 'Tomorrow.' },
      { role: 'agent', content: 'When would you like to?' },
    ],
  ])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a viewer sees hostile text as text on a phone in dark mode, and no controls', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer', width: 390, dark: true })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/playbooks')
  await page.getByRole('row', { name: /General/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: /New playbook|Add from catalog|^Actions for/ }).count(), 0)
  await assertAccessible()
  await visit('/playbooks/foreign')
  await page.getByText('You have read-only access.').waitFor()
  await page
    .getByRole('region', { name: /RCS/ })
    .getByText(hostileMarkup[0] as string)
    .waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: /Make default|Delete/ }).count(), 0)
  await assertAccessible()
  await takeScreenshot('playbook-narrow-dark')
  await assertFits(page)
  await page.getByRole('link', { name: 'Examples' }).click()
  await page.getByLabel('Line 2', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add example' }).count(), 0)
  await assertAccessible()
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})
