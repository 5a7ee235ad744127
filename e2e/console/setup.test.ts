// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** Templates and tools in the agent editor. */

const environment = await startConsole({
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', isDefault: true }],
  messageTemplates: [{ id: 'welcome', name: `Welcome ${hostileMarkup[0]}`, body: 'Hello {person.firstName}.' }],
})
const { agent } = environment
const tabs = ['templates', 'scheduling', 'people-fields', 'tools', 'integrations', 'model', 'notifications', 'gateway']

test('an editor sets hours, fields, notifications, a tool and an integration; credentials are never returned', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit } = session
  const saveSettings = async () => {
    await page.keyboard.press('Control+s')
    await page.getByText('You have unsaved changes').waitFor({ state: 'hidden' })
  }

  await visit('/setup/scheduling')
  await page.getByRole('button', { name: 'Add hours on Monday' }).click()
  await page.getByRole('button', { name: 'Copy Monday’s hours to all weekdays' }).click()
  await page.getByLabel('Monday from').fill('18:00')
  await page.keyboard.press('Control+s')
  await page.getByText('must be after startTime').first().waitFor()
  await page.getByLabel('Monday from').fill('08:30')
  await saveSettings()
  const scheduling = assertStatus(await agent.get('/scheduling'), 200)
  assert.equal(scheduling.availableHours.length, 5)
  assert.deepEqual(scheduling.availableHours[0], { dayOfWeek: 1, startTime: '08:30', endTime: '17:00' })

  await visit('/setup/people-fields')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByLabel('Key', { exact: true }).fill('plan')
  await page.getByLabel('Label', { exact: true }).fill(hostileMarkup[1] ?? '')
  await saveSettings()
  assert.equal(assertStatus(await agent.get('/people-fields'), 200).data[0].key, 'plan')

  await visit('/setup/notifications')
  await page.getByRole('combobox', { name: 'Notify the team' }).click()
  await pressOption(page.getByRole('option', { name: 'In Slack' }))
  await page.getByLabel('Slack incoming webhook').fill('https://hooks.slack.com/services/T0/B0/abcd')
  await saveSettings()
  await page.getByPlaceholder('Saved, ends in abcd').waitFor()
  assert.ok(!(await page.content()).includes('services/T0'))

  await visit('/setup/tools')
  await page.getByRole('button', { name: 'Add HubSpot' }).first().click()
  await page.getByRole('dialog').getByLabel('Access token').fill('pat-secret-9876')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('Tool saved').waitFor()
  assert.equal(assertStatus(await agent.get('/tool-bindings'), 200).data[0].secrets.accessToken.last4, '9876')

  await visit('/setup/integrations')
  await page.getByRole('button', { name: 'Add integration' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: /^ID/ }).fill('orders')
  await form.getByLabel('Description').fill('Looks up an order.')
  await form.getByRole('textbox', { name: /^URL/ }).fill('https://example.com/orders')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Integration saved').waitFor()
  assert.equal(assertStatus(await agent.get('/integrations/orders'), 200).endpoint.url, 'https://example.com/orders')

  await visit('/setup/gateway')
  // The first token replaces nothing, so nothing is asked.
  await page.getByRole('button', { name: 'Create' }).first().click()
  await page.getByText('Copy it now').waitFor()
  const token = await page.getByRole('dialog').getByRole('textbox', { name: 'Access token' }).inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText(`Set, ends in ${token.slice(-4)}`).waitFor()
  await page.getByRole('button', { name: 'Replace' }).first().click()
  await page.getByRole('dialog').getByText('The current token stops working immediately.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await page.getByText('Copy it now').waitFor()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'an OpenAPI document becomes an integration, and the page shows and refreshes its tools',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visit, assertAccessible } = session
    const getOrder = { operationId: 'getOrder', summary: hostileMarkup[0], responses: {} }
    const document = {
      ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, servers: [{ url: 'https://api.example.com' }] },
      paths: { '/orders/{orderId}': { get: getOrder } },
    }
    await visit('/setup/integrations')
    await page.getByRole('button', { name: 'Add integration' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: /^ID/ }).fill('shop')
    await form.getByRole('combobox', { name: 'Kind' }).click()
    await pressOption(page.getByRole('option', { name: 'OpenAPI document' }))
    await form.getByRole('textbox', { name: 'Name' }).fill('Shop')
    await form.getByLabel('Document', { exact: true }).fill('{ "openapi": "2" }')
    await form.getByRole('button', { name: 'Save' }).click()
    await form
      .getByText(/must be the version of the document/)
      .first()
      .waitFor()
    await form.getByLabel('Document', { exact: true }).fill(JSON.stringify(document))
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Integration saved').waitFor()
    await page.getByRole('row', { name: /Shop/ }).getByText('Connected, 1 tool').waitFor()
    await page.getByRole('row', { name: /Shop/ }).getByText('Shop').first().click()
    await form.getByText('getOrder').first().waitFor()
    await assertAccessible()
    await form.getByRole('button', { name: 'Refresh tools' }).click()
    await page.getByText('Tools refreshed').waitFor()
    await assertHarmless(page)
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'a template in use is not deleted, and the page lists its uses; any other template is deleted',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visit, assertAccessible } = session
    assertStatus(await agent.post('/message-templates', { id: 'rules', name: 'House rules', body: 'No shoes.' }), 201)
    const playbook = { id: 'general', name: 'General', body: 'Help.', uses: [], messageTemplateRefs: ['rules'] }
    assertStatus(await agent.put('/playbooks/general', playbook), 200)
    await visit('/setup/templates')
    const remove = page.getByRole('row', { name: /House rules/ }).getByRole('button', { name: /^Delete/ })
    await remove.click()
    const dialog = page.getByRole('dialog', { name: 'House rules is in use' })
    await dialog.getByText('Playbook “General”').waitFor()
    await assertAccessible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    assertStatus(await agent.put('/playbooks/general', { ...playbook, messageTemplateRefs: [] }), 200)
    await remove.click()
    await page.getByText('House rules deleted').waitFor()
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('every section is accessible on desktop, in dark mode and on a phone', async (t) => {
  const wide = await openConsole(t, environment, { dark: true })
  const phone = await openConsole(t, environment, { width: 390 })
  if (!wide || !phone) return
  for (const [size, { page, visit, assertAccessible, takeScreenshot }] of Object.entries({ wide, phone })) {
    for (const tab of tabs) {
      await visit(`/setup/${tab}`)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
      await assertAccessible()
      await takeScreenshot(`setup-${tab}-${size}`)
      await assertFits(page)
    }
    await assertHarmless(page)
  }
  assert.deepEqual([...wide.pageErrors, ...phone.pageErrors], [])
})

testInCompleteRun('a viewer sees everything, and no controls', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page, visit } = session
  await visit('/setup/gateway')
  await page.getByRole('heading', { name: 'Access token' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /Replace|Create/ }).count(), 0)
  await visit('/setup/templates')
  await page.getByRole('heading', { name: 'Message templates' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /Add template|Delete/ }).count(), 0)
  await visit('/setup/scheduling')
  await page.getByText('You have read-only access.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Add/ }).count(), 0)
})
