// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { testPassword } from '../../server/src/testing/app.ts'
import { startOAuthServer } from '../../server/src/testing/oauth-server.ts'
import { openWebhookReceiver, respondWith } from '../../server/src/testing/webhook-receiver.ts'
import { assertFits, assertHarmless, assertStatus, hostileMarkup, openConsole, pressOption } from './console.ts'
import { startConsoleAtAddress } from './console-at-address.ts'

const endpoint = await openWebhookReceiver(respondWith(503, hostileMarkup[0]))
const environment = await startConsoleAtAddress(
  async (origin) => {
    const oauth = await startOAuthServer(`${origin}/v1/oauth/callback`)
    after(() => oauth.close())
    oauth.account = 'desk@example.com'
    return {
      allowPrivateNetwork: true,
      oauth: { providers: [oauth.provider('google')], returnHosts: [new URL(origin).host] },
    }
  },
  { withWorkers: true },
)
const { agent } = environment
const org = `/orgs/${agent.orgId}`
const readList = async (path: string) => assertStatus(await agent.client.get(`${org}${path}`), 200).data

testInCompleteRun(
  'an admin renames the org, sees a validation error at its field, and adds, edits and removes members',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visitOrg, assertAccessible, takeScreenshot } = session
    await visitOrg('/settings')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('x'.repeat(500))
    await page.keyboard.press('Control+s')
    await page.getByText('1 field needs your attention').waitFor()
    assert.equal(await name.getAttribute('aria-invalid'), 'true')
    await name.fill(`Harbour House ${hostileMarkup[2]}`)
    await page.getByRole('textbox', { name: 'Description' }).fill(hostileMarkup[0] as string)
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin')
    await pressOption(page.getByRole('option', { name: 'Europe/Berlin' }))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const saved = assertStatus(await agent.client.get(org), 200)
    assert.deepEqual([saved.name, saved.timeZone], [`Harbour House ${hostileMarkup[2]}`, 'Europe/Berlin'])
    await page.getByRole('banner').getByText('Harbour House').waitFor()
    await assertAccessible()
    await takeScreenshot('settings-org')

    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('button', { name: 'Add member' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('robin@example.com')
    await dialog.getByLabel('Name').fill(hostileMarkup[0] as string)
    await dialog.getByRole('textbox', { name: 'Initial password' }).fill('short')
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await dialog.getByText('must have at least 8 characters').waitFor()
    await assertAccessible()
    await takeScreenshot('settings-member-refused')
    await dialog.getByRole('textbox', { name: 'Initial password' }).fill(testPassword)
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await page.getByText('robin@example.com added').waitFor()
    assert.equal(
      (await readList('/members')).find(({ email }: { email: string }) => /robin/.test(email)).role,
      'editor',
    )

    const openActions = (email: string) => page.getByRole('button', { name: `Actions for ${email}` }).click()
    await openActions('robin@example.com')
    await page.getByRole('menuitem', { name: 'Edit name, role or agents' }).click()
    await dialog.getByRole('radio', { name: 'Viewer' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('robin@example.com updated').waitFor()
    await openActions('robin@example.com')
    await page.getByRole('menuitem', { name: 'Set new password' }).click()
    await dialog.getByRole('textbox', { name: 'New password' }).fill('another quiet lantern')
    await dialog.getByRole('button', { name: 'Set new password' }).click()
    await page.getByText('New password set for robin@example.com').waitFor()
    const body = { email: 'robin@example.com', password: 'another quiet lantern' }
    assertStatus(await environment.server.anyone.post('/auth/sign-in', body), 200)
    await openActions('robin@example.com')
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('robin@example.com removed').waitFor()

    const owners = (await readList('/members')).filter(({ role }: { role: string }) => role === 'owner')
    const me = await page.evaluate(() => JSON.parse(localStorage.getItem('parley.session') ?? '').user.email)
    for (const { userId, email } of owners) if (email !== me) await agent.client.del(`${org}/members/${userId}`)
    await openActions(me)
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alert').getByText(/owner/).waitFor()
    await assertAccessible()
    await assertHarmless(page)
    assert.deepEqual(session.pageErrors, [])
  },
)

test('a key is shown once, rolled with a day of overlap, and revoked', async (t) => {
  const session = await openConsole(t, environment, { role: 'admin', dark: true })
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('/settings/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(`Reports ${hostileMarkup[1]}`)
  await dialog.getByLabel('Description').fill(hostileMarkup[3] as string)
  await dialog.getByRole('checkbox', { name: 'people:write' }).check()
  assert.equal(await dialog.getByRole('checkbox', { name: 'people:export' }).isDisabled(), true)
  await dialog.getByLabel('Expires at the end of').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('must be in the future').waitFor()
  await assertAccessible()
  await takeScreenshot('settings-key-dark')
  await dialog.getByRole('button', { name: '90 days' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const first = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  assert.match(first, /^sk-svc-/)
  await assertAccessible()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  assertStatus(await environment.server.anyone.as(first).get('/me'), 200)

  const openActions = () => page.getByRole('button', { name: /^Actions for Reports/ }).first()
  await openActions().click()
  await page.getByRole('menuitem', { name: 'Roll' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll' }).click()
  const second = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page
    .getByRole('button', { name: /^Actions for Reports/ })
    .nth(1)
    .waitFor()
  type Key = { name: string; prefix: string; scopes: string[]; expiresAt: string }
  const keys: Key[] = (await readList('/api-keys')).filter(({ name }: Key) => name.startsWith('Reports'))
  const [newKey, oldKey] = [second, first].map((raw) => keys.find(({ prefix }) => raw.startsWith(prefix)))
  assert.deepEqual(newKey?.scopes, oldKey?.scopes)
  const remainingMs = Date.parse(oldKey?.expiresAt ?? '') - Date.now()
  assert.ok(remainingMs > 23 * 3_600_000 && remainingMs <= 24 * 3_600_000)
  assertStatus(await environment.server.anyone.as(first).get('/me'), 200)
  for (let left = keys.length; left > 0; left--) {
    await openActions().click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page
      .getByText(/revoked$/)
      .first()
      .waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The list still shows the revoked key until it is read again.
    await page
      .getByRole('button', { name: /^Actions for Reports/ })
      .nth(left - 1)
      .waitFor({ state: 'detached' })
  }
  assert.equal((await environment.server.anyone.as(second).get('/me')).status, 401)
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('an admin adds, tests, inspects and fixes a webhook, and resends its deliveries', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('/settings/webhooks')
  await page.getByText('No webhooks yet').waitFor()
  await assertAccessible()
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('Choose at least one event.').waitFor()
  await dialog.getByText('Enter the URL to call.').waitFor()
  assert.deepEqual(await readList('/webhooks'), [])
  await dialog.getByLabel('URL').fill('https://user:secret@example.com/parley')
  await dialog.getByLabel('Description').fill(hostileMarkup[4] as string)
  await dialog.getByRole('checkbox', { name: 'Person created' }).check()
  await dialog.getByRole('button', { name: 'Show sample of Person created' }).click()
  await dialog.getByText('"personId"').waitFor()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('must not contain a user name or password').waitFor()
  await assertAccessible()
  await dialog.getByLabel('URL').fill(`${endpoint.url}/parley`)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  assert.match(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue(), /^whsec_/)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('No deliveries yet').waitFor()

  await page.getByRole('button', { name: 'Send test event' }).click()
  const row = page.getByRole('row', { name: /pending/ })
  await row.getByText('The endpoint returned status 503').waitFor()
  await assertAccessible()
  await takeScreenshot('settings-webhook')
  await row.getByRole('button').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('responded 503').waitFor()
  await drawer.getByText(hostileMarkup[0] as string).waitFor()
  await assertAccessible()
  await takeScreenshot('settings-delivery')
  endpoint.respond = respondWith(204)
  await drawer.getByRole('button', { name: 'Resend' }).click()
  await drawer.getByText('responded 204').waitFor()
  await drawer.getByText('delivered', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  const [{ id, events }] = await readList('/webhooks')
  assert.deepEqual(events, ['person.created'])
  assert.equal((await readList(`/webhooks/${id}/deliveries`))[0].status, 'delivered')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Resend failed deliveries' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
  await page.getByText('No deliveries have failed since then').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Parley sends nothing and does not save new events for this webhook.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send test event' }).isDisabled(), true)
  await assertAccessible()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Replace secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('textbox', { name: 'Signing secret' }).waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('link', { name: 'Verify' }).click()
  await page.getByText('verifyWebhook({').waitFor()
  await page.getByText('Python', { exact: true }).click()
  await page.getByText('WebhookVerificationError:').waitFor()
  await assertAccessible()
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByText('subscribed', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/settings\/webhooks$/)
  assert.deepEqual(await readList('/webhooks'), [])
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('an admin connects an account at its provider, and disconnects it', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('/settings/connections')
  await page.getByText('No accounts connected').waitFor()
  await page.getByRole('button', { name: 'Connect account' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Microsoft' }).check()
  await dialog.getByRole('button', { name: 'Continue to the provider' }).click()
  await dialog.getByRole('alert').waitFor()
  await assertAccessible()
  await dialog.getByRole('radio', { name: 'Google' }).check()
  await dialog.getByLabel('Name').fill(`Calendars ${hostileMarkup[0]}`)
  await dialog.getByRole('button', { name: 'Continue to the provider' }).click()
  await page.getByText('Account connected').waitFor()
  await page.getByRole('cell', { name: 'connected', exact: true }).waitFor()
  await page.getByText('Google · desk@example.com').waitFor()
  await assertAccessible()
  await takeScreenshot('settings-connections')
  await page.getByRole('button', { name: /^Disconnect Calendars/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No accounts connected').waitFor()
  assert.deepEqual(await readList('/connections'), [])
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('the audit log finds entries by actor, by action and by request id', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  assertStatus(await agent.put('/personality', { text: 'Calm.' }, { 'x-svc-agent': 'copilot' }), 200)
  const [{ requestId }] = await readList('/audit-log?q=personality')
  await visitOrg('/settings/audit-log')
  await page.getByRole('button', { name: /Replace the personality/ }).waitFor()
  await assertAccessible()
  await takeScreenshot('settings-audit')
  await page.getByLabel('Request ID').fill(requestId)
  await page.waitForURL(/requestId=/)
  await page.getByRole('button', { name: /Replace the personality/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(requestId).waitFor()
  await drawer.getByText('copilot').waitFor()
  await assertAccessible()
  await drawer.getByRole('button', { name: 'Only this actor' }).click()
  await page.waitForURL(/actorId=key_/)
  await page.getByLabel('Search the log').fill('nothing of the kind')
  await page.getByText('No matching entries').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.waitForURL(/audit-log$/)
  await page.getByRole('button', { name: /Replace the personality/ }).waitFor()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('usage can be exported, and a user can change their password only with the old one', async (t) => {
  const session = await openConsole(t, environment, { width: 390 })
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('/settings/usage')
  await page.getByRole('table', { name: 'Usage by day' }).waitFor()
  await assertAccessible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export agents as CSV' }).click()
  assert.equal((await download).suggestedFilename(), 'usage-by-agent.csv')
  await page.getByRole('link', { name: 'My account' }).click()
  const current = page.getByRole('textbox', { name: 'Current password' })
  await current.fill('not this one')
  await page.getByRole('textbox', { name: 'New password' }).fill('a new quiet lantern')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('is not the current password').waitFor()
  await current.fill(testPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed').waitFor()
  await page.getByRole('button', { name: 'Extend the session by 12 hours' }).click()
  await page.getByText('Session extended by 12 hours').waitFor()
  await assertFits(page)
  await assertAccessible()
  await takeScreenshot('settings-account-narrow')
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a user who is not an admin sees who has access, and no controls', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page, visitOrg, assertAccessible } = session
  for (const path of ['members', 'api-keys', 'webhooks', 'audit-log']) {
    await visitOrg(`/settings/${path}`)
    await page.getByText('Only admins and owners can open this page').waitFor()
    assert.equal(await page.getByRole('main').getByRole('button').count(), 0)
  }
  await visitOrg('/settings/connections')
  await page.getByText('No accounts connected').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Connect account' }).count(), 0)
  await visitOrg('/settings')
  await page.getByText('Only admins and owners can change these settings.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).isDisabled(), true)
  await assertAccessible()
  assert.deepEqual(session.pageErrors, [])
})
