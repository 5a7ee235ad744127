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

/** Campaigns in the console, from the first step to the report. */

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

const opener =
  'Hi {person.firstName|there}, shall we launch your {person.customFields.boat}?\n\n[[chips: Yes, please | Not yet]]'

/** A channel, two Outreaches, and people, some of whom are excluded. */
async function createCampaignData(): Promise<void> {
  const { id } = assertStatus(await agent.post('/channels', managedRcs), 201)
  await pollUntil(async () => assertStatus(await agent.get(`/channels/${id}`), 200).status === 'Active')
  assertStatus(await agent.put('/people-fields', { fields: [{ key: 'boat', type: 'string' }] }), 200)
  assertStatus(await agent.post('/message-templates', { id: 'opener', name: 'Opener', body: opener }), 201)
  assertStatus(await agent.post('/outreach', { id: 'spring', name: 'Spring launch', openerTemplateId: 'opener' }), 201)
  const boat = { customFields: { boat: 'dinghy' } }
  const people = [
    { firstName: 'Alex', phone: '+12025550143', consent: 'granted', ...boat },
    { firstName: 'Bo', phone: '+12025550144', consent: 'granted' },
    { firstName: 'Cleo', phone: '+12025550145', ...boat },
    { firstName: 'Dee', phone: '+12025550146', consent: 'granted', ...boat },
  ].map((personBody) => ({ ...personBody, tags: ['berth'] }))
  assertStatus(await agent.post('/people/import', { channel: 'rcs', people }), 200)
  const persona = {
    name: 'Robin',
    channel: 'rcs',
    fields: { firstName: 'Robin', ...boat },
    consent: { status: 'granted' },
  }
  assertStatus(await agent.post('/personas', persona), 201)
}

async function chooseOption(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await pressOption(page.getByRole('option', { name: option }).first())
}

test('a user composes, checks and rehearses a campaign, and starts it only by typing the number of recipients', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/campaigns')
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor()
  await assertAccessible()
  await createCampaignData()
  await visit('/campaigns')
  await page.getByRole('link', { name: 'New campaign' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Choose an Outreach', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring')
  await chooseOption(page, 'Outreach', 'Spring launch')
  await page.getByText('shall we launch your').waitFor()
  await assertAccessible()
  await takeScreenshot('campaign-outreach')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Check audience' }).click()
  await page.getByText('1 field needs your attention').waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Segment' }).getAttribute('aria-invalid'), 'true')
  await page.getByText('Filter', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('menuitem', { name: 'Tag' }).click()
  await page.getByRole('combobox', { name: 'Values of Tag' }).fill('berth')
  await page.keyboard.press('Enter')
  await page.getByText('4 people right now.').waitFor()
  await assertAccessible()
  await takeScreenshot('campaign-audience')
  await page.getByRole('button', { name: 'Check audience' }).click()
  await page.getByText('2 of 4 people will receive it').waitFor()
  await page.getByText('shall we launch your dinghy').first().waitFor()
  await assertAccessible()
  await takeScreenshot('campaign-checks')
  await page.getByRole('link', { name: /^No consent/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Cleo' }).waitFor()
  await assertAccessible()
  await takeScreenshot('campaign-excluded')
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'Personas' }).click()
  await pressOption(page.getByRole('option', { name: 'Robin' }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Rehearse', exact: true }).last().click()
  await page.getByText('1 of 1 personas received it').waitFor()
  await page.getByText('Hi Robin, shall we launch your dinghy').waitFor()
  await assertAccessible()
  await takeScreenshot('campaign-rehearse')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Start campaign' }).click()
  const start = page.getByRole('dialog').getByRole('button', { name: 'Start campaign' })
  assert.equal(await start.isDisabled(), true)
  await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2')
  await assertAccessible()
  await start.click()
  await page.getByText('Completed', { exact: true }).waitFor()
  await page.getByText('Sent: 2').waitFor()
  await assertAccessible()
  await takeScreenshot('campaign-report')
  const { data } = assertStatus(await agent.get('/campaigns'), 200)
  const spring = data.find(({ name }: { name: string }) => name === 'Spring')
  assert.deepEqual([spring.status, spring.counts.sent, spring.audience], ['completed', 2, { filter: { tag: 'berth' } }])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export recipients as CSV' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^recipients-.*\.csv$/)
  await page.getByRole('link', { name: /Excluded/ }).click()
  await page.getByRole('link', { name: 'Bo', exact: true }).waitFor()
  await takeScreenshot('campaign-recipients')
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a running campaign shows what it waits for, survives a reload, and can be paused in one click and canceled',
  async (t) => {
    const session = await openConsole(t, environment, { dark: true })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    // Safe hours that stay closed for hours, whatever the current time.
    const hour = (new Date().getUTCHours() + 6) % 24
    const sendWindow = { startHour: hour, endHour: (hour + 1) % 24, timeZone: 'UTC' }
    const body = { name: 'Storm', outreachId: 'spring', audience: { filter: { tag: 'berth' } }, sendWindow }
    const { id } = assertStatus(await agent.post('/campaigns', body), 201)
    assertStatus(await agent.post(`/campaigns/${id}/stage`), 200)
    assertStatus(await agent.post(`/campaigns/${id}/start`), 200)
    await visit(`/campaigns/${id}`)
    await page.getByText('It is outside the campaign’s hours').waitFor()
    await page.getByText('0 of 2', { exact: true }).waitFor()
    await assertAccessible()
    await takeScreenshot('campaign-running-dark')
    await page.reload()
    await page.getByText('It is outside the campaign’s hours').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).first().waitFor()
    assert.equal(assertStatus(await agent.get(`/campaigns/${id}`), 200).status, 'paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    // Another user pauses it: the page updates.
    assertStatus(await agent.post(`/campaigns/${id}/pause`), 200)
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.getByRole('button', { name: 'Cancel campaign' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click()
    await page.getByText('Campaign canceled').waitFor()
    const { status, counts } = assertStatus(await agent.get(`/campaigns/${id}`), 200)
    assert.deepEqual([status, counts.cancelled], ['cancelled', 2])
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'the checks show by which channel people are reached, how long each takes, and what it looks like there',
  async (t) => {
    const { id: binding } = assertStatus(await agent.post('/channels', { ...managedRcs, channel: 'sms' }), 201)
    await pollUntil(async () => assertStatus(await agent.get(`/channels/${binding}`), 200).status === 'Active')
    const channels = ['rcs', 'sms']
    const outreach = { id: 'both', name: 'Both channels', openerTemplateId: 'tide', channels }
    const template = { id: 'tide', name: 'Tide', body: 'High tide, {person.firstName}' }
    assertStatus(await agent.post('/message-templates', template), 201)
    assertStatus(await agent.post('/outreach', outreach), 201)
    const toPeople = (names: string[], digit: number) =>
      names.map((firstName, n) => ({ firstName, phone: `+1202555${digit}${n}00`, consent: 'granted', tags: ['tide'] }))
    assertStatus(await agent.post('/people/import', { channel: 'rcs', people: toPeople(['Ria', 'Rob'], 3) }), 200)
    assertStatus(await agent.post('/people/import', { channel: 'sms', people: toPeople(['Sal'], 4) }), 200)
    const audience = { filter: { tag: 'tide' } }
    const { id } = assertStatus(await agent.post('/campaigns', { name: 'Tide', outreachId: 'both', audience }), 201)
    assertStatus(await agent.post(`/campaigns/${id}/stage`), 200)
    const session = await openConsole(t, environment, { width: 390 })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit(`/campaigns/${id}?step=checks`)
    const table = page.getByRole('table', { name: 'By which channel it goes' })
    await table.getByRole('row', { name: /^RCS 2 / }).waitFor()
    await table.getByRole('row', { name: /^SMS 1 / }).waitFor()
    await page.getByText('Channels of one provider take turns.').waitFor()
    await assertAccessible()
    await assertFits(page)
    await takeScreenshot('campaign-channels-narrow')
    await table.getByRole('button', { name: 'Preview on SMS' }).click()
    await page.getByRole('dialog', { name: 'SMS' }).getByText('High tide, Sal').waitFor()
    await assertAccessible()
    await page.keyboard.press('Escape')
    await visit(`/campaigns/${id}?state=queued&step=checks`)
    await page.getByRole('combobox', { name: 'Channel' }).click()
    await pressOption(page.getByRole('option', { name: 'SMS' }))
    const rows = page.getByRole('dialog').getByRole('table', { name: 'Recipients' }).getByRole('row')
    await pollUntil(async () => (await rows.count()) === 2)
    await rows.getByRole('link', { name: 'Sal' }).waitFor()
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a user sends a test to themselves, and schedules the start of a campaign', async (t) => {
  const startAt = new Date(Date.now() + 5 * 3_600_000).toISOString()
  const audience = { filter: { tag: 'berth' } }
  const body = { name: 'Later', outreachId: 'spring', audience, includePreviouslyContacted: true }
  const { id } = assertStatus(await agent.post('/campaigns', body), 201)
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit(`/campaigns/${id}?step=outreach`)
  // The field shows the time of the place, UTC by default.
  await page.getByLabel('Start at').fill(startAt.slice(0, 16))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Check audience' }).click()
  await page.getByText('2 of 4 people will receive it').waitFor()
  await page.getByRole('button', { name: 'Send a test to yourself' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Person', { exact: true }).click()
  await dialog.getByRole('combobox').fill('Alex')
  await pressOption(page.getByRole('option', { name: /Alex/ }))
  await assertAccessible()
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('Test queued').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await visit(`/campaigns/${id}?step=start`)
  await page.getByRole('button', { name: 'Start campaign' }).click()
  await dialog.getByText('Until then you can pause or cancel the campaign.').waitFor()
  await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2')
  await dialog.getByRole('button', { name: 'Start campaign' }).click()
  await page.getByText('Campaign scheduled').waitFor()
  await page.getByText('The campaign sends nothing before the time that you set.').waitFor()
  await page.getByText('Scheduled', { exact: true }).first().waitFor()
  await assertAccessible()
  await takeScreenshot('campaign-scheduled')
  const started = assertStatus(await agent.get(`/campaigns/${id}`), 200)
  assert.deepEqual([started.status, started.startAt], ['running', `${startAt.slice(0, 16)}:00.000Z`])
  assertStatus(await agent.post(`/campaigns/${id}/cancel`), 200)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('the report counts only goals since the start of the campaign', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const definition = { kind: 'event', event: 'person.replied' }
  assertStatus(await agent.put('/goals', { goals: [{ id: 'berth', name: 'Berth taken', definition }] }), 200)
  const buildTimeline = (at: Date) =>
    environment.server.database.pool.query(
      `insert into outbox (id, org_id, type, data, created_at) values ($1, $2, 'goal.reached', $3, $4)`,
      [crypto.randomUUID(), agent.orgId, JSON.stringify({ agentId: agent.id, goalId: 'berth' }), at],
    )
  for (let before = 0; before < 3; before++) await buildTimeline(new Date())
  const body = { name: 'Autumn', outreachId: 'spring', audience: { filter: { tag: 'berth' } } }
  const { id } = assertStatus(await agent.post('/campaigns', { ...body, includePreviouslyContacted: true }), 201)
  assertStatus(await agent.post(`/campaigns/${id}/stage`), 200)
  const { startedAt } = assertStatus(await agent.post(`/campaigns/${id}/start`), 200)
  await pollUntil(async () => assertStatus(await agent.get(`/campaigns/${id}`), 200).status === 'completed')
  const { page, visit } = session
  await visit(`/campaigns/${id}`)
  await page.getByText('No Goals reached since the start.').waitFor()
  await buildTimeline(new Date(Date.parse(startedAt) + 1))
  await page.reload()
  const goals = page.getByRole('group', { name: 'Goals since the start' })
  await goals.getByText('Berth taken').waitFor()
  await goals.getByText('1', { exact: true }).waitFor()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a viewer on a phone sees campaigns without controls, and hostile text stays text', async (t) => {
  const name = hostileText.slice(0, 200)
  assertStatus(
    await agent.post('/message-templates', { id: 'nasty', name: 'Nasty', body: hostileText.replaceAll('{{', '\\{{') }),
    201,
  )
  assertStatus(
    await agent.post('/outreach', { id: 'nasty', name: hostileText.slice(0, 80), openerTemplateId: 'nasty' }),
    201,
  )
  const people = [{ fullName: name, phone: '+12025550148', consent: 'granted', tags: ['nasty'] }]
  assertStatus(await agent.post('/people/import', { channel: 'rcs', people }), 200)
  const body = { name, outreachId: 'nasty', audience: { filter: { tag: 'nasty' } } }
  const draft = assertStatus(await agent.post('/campaigns', body), 201)
  const completed = assertStatus(await agent.post('/campaigns', body), 201)
  for (const { id } of [draft, completed]) assertStatus(await agent.post(`/campaigns/${id}/stage`), 200)
  assertStatus(await agent.post(`/campaigns/${completed.id}/start`), 200)
  await pollUntil(async () => assertStatus(await agent.get(`/campaigns/${completed.id}`), 200).status === 'completed')
  const session = await openConsole(t, environment, { role: 'viewer', width: 390 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  const pages: [path: string, shown: string, shot: string][] = [
    ['/campaigns', 'onerror', 'list'],
    [`/campaigns/${draft.id}?step=outreach`, 'Options', 'outreach'],
    [`/campaigns/${draft.id}?step=audience`, 'right now', 'audience'],
    [`/campaigns/${draft.id}?step=checks`, 'onerror', 'checks'],
    [`/campaigns/${draft.id}?step=start`, '1 person will receive this message.', 'start'],
    [`/campaigns/${completed.id}`, 'Sent: 1', 'report'],
    [`/campaigns/${completed.id}?tab=recipients`, 'onerror', 'recipients'],
    [`/campaigns/${completed.id}?tab=setup`, 'Tag: nasty', 'setup'],
  ]
  for (const [path, heading, name] of pages) {
    await visit(path)
    await page.getByText(heading).first().waitFor()
    await assertAccessible()
    await assertHarmless(page)
    await assertFits(session.page)
    const actionButtons = page.getByRole('button', {
      name: /^(Check audience|Start campaign|Pause|Cancel campaign|Delete|More actions)$/,
    })
    assert.equal(await actionButtons.count(), 0, `${path} offers a viewer something`)
    await takeScreenshot(`campaign-phone-${name}`)
  }
  assert.equal(await page.getByRole('link', { name: 'New campaign' }).count(), 0)
  await visit('/campaigns/new')
  await page.getByText('Only editors can create campaigns').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Next' }).count(), 0)
  assert.deepEqual(session.pageErrors, [])
})
