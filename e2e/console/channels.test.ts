// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  type OpenConsole,
  openConsole,
  startConsole,
} from './console.ts'

/** Channels in the console: setup from the catalog, status, pacing, compliance, and the web chat. */

const hostileText = hostileMarkup.join(' ')
const environment = await startConsole(
  {
    exportVersion: 1,
    identity: { contactEmail: 'desk@example.com', privacyPolicyUrl: 'https://example.com/privacy' },
    capabilities: {
      knowledge: {
        things: [
          { id: 'dinghy', name: 'Dinghy', description: hostileText, imageUrl: 'https://example.com/d.png' },
          { id: 'ketch', name: hostileText.slice(0, 190), description: 'For six' },
        ],
      },
    },
  },
  { working: true },
)

test('a user sets up a managed channel with the form of the catalog, sees what is missing, and continues', async (t) => {
  const session = await openChannels(t, '/channels')
  if (!session) return
  const { page } = session
  await page.getByRole('link', { name: 'Web chat' }).waitFor()
  await session.assertAccessible()
  await page.getByRole('link', { name: 'Add channel' }).click()
  await page.getByRole('link', { name: 'Set up RCS' }).waitFor()
  await page.getByText('Already added').waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('channels-choice')
  await page.getByRole('link', { name: 'Set up RCS' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Contact email' }).inputValue(), 'desk@example.com')
  await page.getByRole('textbox', { name: 'Display name' }).fill('Harbour <b>desk</b>')
  await page.getByRole('textbox', { name: 'Website' }).fill('nowhere')
  assert.equal(await page.getByText(/weeks/).count(), 0)
  assert.equal(await page.getByRole('radio', { name: 'Handset lab' }).isChecked(), true)
  assert.equal(await page.getByRole('switch', { name: /^Reply to STOP/ }).isChecked(), true)
  await page.getByRole('button', { name: 'Add channel' }).click()
  const terms = page.locator('.mantine-TextInput-root', {
    has: page.getByRole('textbox', { name: 'Terms of service' }),
  })
  await terms.getByText('Fill this in.').waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('channels-setup-required')
  await page.getByRole('textbox', { name: 'Description' }).fill(hostileText.slice(0, 100))
  await page.getByRole('textbox', { name: 'Terms of service' }).fill('https://example.com/terms')
  await page.getByRole('button', { name: 'Add channel' }).click()
  const website = page.locator('.mantine-TextInput-root', { has: page.getByRole('textbox', { name: 'Website' }) })
  await website.getByText('must be an http or https URL').waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('channels-setup-refused')
  await page.getByRole('textbox', { name: 'Website' }).fill('')
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByText('You can write here from the virtual phones of the handset lab.').waitFor()
  const { status, inputs, compliance } = await readBinding('rcs')
  assert.deepEqual([status, inputs?.displayName, compliance], ['Active', 'Harbour <b>desk</b>', { enabled: true }])
  await page.getByText('Handset lab', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'RCS' }).getByText('Dinghy').first().waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('channels-binding')
  await assertHarmless(page)
  assertNoErrors(session)
})

testInCompleteRun('a channel that lacks information says which, and continues once it has it', async (t) => {
  const { id } = assertStatus(
    await environment.agent.post('/channels', { channel: 'vendorMessages', mode: 'managed', inputs: {} }),
    201,
  )
  const session = await openChannels(t, `/channels/${id}`)
  if (!session) return
  const { page } = session
  await page.getByRole('heading', { name: 'Information needed' }).waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('channels-missing')
  await page.getByRole('textbox', { name: 'Display name' }).fill('Harbour')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('You can write here from the virtual phones of the handset lab.').waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('Action required').waitFor()
  await session.visit('/channels')
  const row = page.getByRole('row', { name: /Apple/ })
  await row.getByText('Handset lab').waitFor()
  await row.getByText('Virtual phones, no number').waitFor()
  await session.visit('/campaigns/new')
  await page
    .getByRole('note')
    .getByText(/only in the handset lab/)
    .waitFor()
  await session.takeScreenshot('channels-lab-campaign')
  assertStatus(await environment.agent.del(`/channels/${id}`), 204)
  assertNoErrors(session)
})

testInCompleteRun('channels have the names of the catalog', async (t) => {
  const session = await openChannels(t, '/inbox')
  if (!session) return
  const { page } = session
  const { data } = assertStatus(await environment.agent.client.get('/catalogs/channels'), 200)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: 'RCS' }).waitFor()
  const optionTexts = await page.getByRole('option').allTextContents()
  assert.deepEqual(optionTexts.toSorted(), data.map(({ name }: { name: string }) => name).toSorted())
})

testInCompleteRun('pacing and compliance are saved, and a pace out of range is refused at its field', async (t) => {
  const { id } = await readBinding('rcs')
  const session = await openChannels(t, `/channels/${id}`)
  if (!session) return
  const { page } = session
  const settings = page.getByRole('region', { name: 'Pacing and compliance' })
  const minimumTime = settings.getByRole('textbox', { name: 'Minimum time between messages' })
  await minimumTime.fill('90')
  await page.keyboard.press('Control+s')
  await settings.locator('.mantine-InputWrapper-error').getByText('must be from 250 to 3000').waitFor()
  await minimumTime.fill('700')
  await settings.getByRole('switch', { name: /^Reply to STOP/ }).check()
  await settings.getByRole('textbox', { name: 'Disclaimer' }).fill(hostileText)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { delivery, compliance } = await readBinding('rcs')
  assert.deepEqual([delivery, compliance], [{ minMessageDelayMs: 700 }, { enabled: true, disclaimerText: hostileText }])
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('The channel is turned off. No messages are received or sent.').waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('reuses it if you add RCS again').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('RCS deleted').waitFor()
  assert.equal(await readBinding('rcs').catch(() => 'gone'), 'gone')
  await assertHarmless(page)
  assertNoErrors(session)
})

testInCompleteRun('own credentials are never shown after saving, and the callback URL can be copied', async (t) => {
  const session = await openChannels(t, '/channels/add?channel=sms&provider=http-sms')
  if (!session) return
  const { page } = session
  await page.getByRole('textbox', { name: 'Send URL' }).fill('https://example.com/send')
  await page.getByRole('button', { name: 'Add channel' }).click()
  const secret = page.locator('.mantine-PasswordInput-root', { has: page.getByLabel('Secret') })
  await secret.getByText('Fill this in.').waitFor()
  await secret.locator('input').fill('a-very-long-secret-of-ours')
  await session.assertAccessible()
  await session.takeScreenshot('channels-credentials')
  // This provider answers the keywords itself.
  await page.getByRole('switch', { name: /^Reply to STOP/ }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Add channel' }).click()
  const callback = page.getByRole('textbox', { name: 'Callback URL' })
  await callback.waitFor()
  const { id, provider, compliance } = await readBinding('sms')
  assert.deepEqual([provider, compliance], ['http-sms', undefined])
  assert.match(await callback.inputValue(), new RegExp(`/providers/${id}$`))
  await page.getByRole('button', { name: 'Replace credentials' }).waitFor()
  assert.doesNotMatch(await page.content(), /a-very-long-secret/)
  await session.assertAccessible()
  assertNoErrors(session)
})

testInCompleteRun('web chat shows its embed code, and fits a phone in dark mode', async (t) => {
  const { id } = await readBinding('webchat')
  const session = await openConsole(t, environment, { width: 390, dark: true })
  if (!session) return
  const { page } = session
  for (const path of ['/channels', '/channels/add', '/channels/add?channel=messengerA', `/channels/${id}`]) {
    await session.visit(path)
    await page.locator('main h1').waitFor()
    await page.locator('main [role=status], main form, main h2').first().waitFor()
    await session.assertAccessible()
    await assertFits(page)
  }
  await page.getByText('Left').click()
  const code = page.getByRole('group', { name: 'Embed code' })
  await code.getByText('data-position="left"').waitFor()
  assert.match((await code.textContent()) ?? '', new RegExp(`/webchat\\.js" data-binding="${id}"`))
  await session.takeScreenshot('channels-phone-dark')
  assertNoErrors(session)
})

testInCompleteRun(
  'the allowed origins of a web chat are edited, and an invalid one is refused at its field',
  async (t) => {
    const { id } = await readBinding('webchat')
    const session = await openChannels(t, `/channels/${id}`)
    if (!session) return
    const { page } = session
    const settings = page.getByRole('region', { name: 'Allowed websites and pacing' })
    const origins = settings.getByRole('textbox', { name: 'Allowed origins' })
    await origins.fill('https://www.example.com\nexample.com/shop')
    await page.getByRole('button', { name: 'Save' }).click()
    await settings
      .locator('.mantine-InputWrapper-error')
      .getByText('must be an origin such as https://example.com or https://*.example.com, without a path')
      .waitFor()
    await session.assertAccessible()
    await session.takeScreenshot('channels-origins-refused')
    await origins.fill('https://www.example.com/\n\nHTTPS://*.Shop.Example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal(await origins.inputValue(), 'https://www.example.com\nhttps://*.shop.example')
    const { webchat } = (await readBinding('webchat')) as { webchat?: { allowedOrigins: string[] } }
    assert.deepEqual(webchat?.allowedOrigins, ['https://www.example.com', 'https://*.shop.example'])
    assertStatus(await environment.agent.patch(`/channels/${id}`, { webchat: null }), 200)
    assertNoErrors(session)
  },
)

testInCompleteRun('an identity secret is shown once, and replaced after a confirmation', async (t) => {
  const { id } = await readBinding('webchat')
  const session = await openChannels(t, `/channels/${id}`)
  if (!session) return
  const { page } = session
  const section = page.getByRole('region', { name: 'Signed-in visitors' })
  await section.getByText('Not set: all visitors are anonymous.').waitFor()
  await section.getByRole('button', { name: 'Create secret' }).click()
  const secretField = page.getByRole('dialog').getByRole('textbox', { name: 'Identity secret' })
  const secret = await secretField.inputValue()
  assert.match(secret, /^is-\w{40}$/)
  await session.assertAccessible()
  await session.takeScreenshot('channels-identity-secret')
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await section.getByText(`Set, ends in ${secret.slice(-4)}`).waitFor()
  assert.doesNotMatch(await page.content(), new RegExp(secret))
  await section.getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('dialog').getByText('works for another 24 hours').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
  await secretField.waitFor()
  assert.notEqual(await secretField.inputValue(), secret)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  assertNoErrors(session)
})

testInCompleteRun('a viewer sees the channels, and no controls', async (t) => {
  const { id } = await readBinding('sms')
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page } = session
  await session.visit('/channels')
  await page.getByRole('link', { name: 'SMS' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Add channel' }).count(), 0)
  await session.visit(`/channels/${id}`)
  const minimumTime = page.getByRole('textbox', { name: 'Minimum time between messages' })
  await minimumTime.waitFor()
  assert.equal(await minimumTime.isDisabled(), true)
  const actionButtons = page.locator('main').getByRole('button', { name: /^(Turn|Delete|Replace|Submit|Save)/ })
  assert.equal(await actionButtons.count(), 0)
  await session.assertAccessible()
  assertNoErrors(session)
})

testInCompleteRun('an agent without channels explains how to add the first one', async (t) => {
  const consoleWithoutData = await startConsole()
  const { data } = assertStatus(await consoleWithoutData.agent.get('/channels'), 200)
  assertStatus(await consoleWithoutData.agent.del(`/channels/${data[0].id}`), 204)
  const session = await openConsole(t, consoleWithoutData)
  if (!session) return
  await session.visit('/channels')
  await session.page.getByRole('heading', { name: 'No channels yet' }).waitFor()
  await session.assertAccessible()
  assertNoErrors(session)
})

type Binding = { id: string; status: string; provider?: string; inputs?: Record<string, string> } & Record<
  string,
  unknown
>

async function readBinding(channel: string): Promise<Binding> {
  const { data } = assertStatus(await environment.agent.get('/channels'), 200)
  return data.find((binding: Binding) => binding.channel === channel) ?? assert.fail(`${channel} is not bound`)
}

async function openChannels(t: Parameters<typeof openConsole>[0], path: string): Promise<OpenConsole | undefined> {
  const session = await openConsole(t, environment)
  await session?.visit(path)
  return session
}

function assertNoErrors({ pageErrors }: OpenConsole): void {
  assert.deepEqual(pageErrors, [])
}
