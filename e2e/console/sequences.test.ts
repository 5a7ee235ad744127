// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import { managedRcs } from '../../server/src/testing/channel-bench.ts'
import { assertStatus, openConsole, pressOption, startConsole } from './console.ts'

/** Outreach that learns in the console: the timeline of a sequence, who stands where, and campaigns that compare openers. */

const environment = await startConsole(undefined, { working: true })
const { agent } = environment

async function pollUntil<T>(read: () => Promise<T | undefined | false>): Promise<T> {
  for (let attempts = 0; attempts < 600; attempts++) {
    const value = await read()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail('it never came to pass')
}

/** The page, and every part of it that a user would have to scroll sideways. */
const findSidewaysScroll = `[...document.querySelectorAll('html, main, main *')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1)
  .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
  .map((element) => element.tagName + '.' + element.className)`

async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const find = () => page.evaluate<string[]>(findSidewaysScroll)
  await pollUntil(async () => (await find()).length === 0).catch(async () => assert.deepEqual(await find(), []))
}

const outreaches = [
  ['welcome', 'Welcome'],
  ['offer', `Offer ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}`],
] as const

async function createOutreaches(): Promise<void> {
  const { id } = assertStatus(await agent.post('/channels', managedRcs), 201)
  await pollUntil(async () => assertStatus(await agent.get(`/channels/${id}`), 200).status === 'Active')
  for (const [id, name] of outreaches) {
    assertStatus(await agent.post('/message-templates', { id, name, body: `Hello from ${id}.` }), 201)
    assertStatus(await agent.post('/outreach', { id, name, openerTemplateId: id }), 201)
  }
}

await createOutreaches()

test('a user edits the timeline of a sequence at 390 pixels without scrolling sideways', async (t) => {
  const steps = outreaches.map(([outreachId], at) => ({ id: `s${at + 1}`, outreachId, afterMinutes: at * 4320 }))
  const sequence = { id: 'welcome', name: `Welcome ${'Hafenrundfahrt'.repeat(3)}`, steps }
  assertStatus(await agent.post('/sequences', sequence), 201)
  for (const firstName of ['Ann', 'Bo']) {
    const { id: personId } = assertStatus(
      await agent.post('/people', { firstName, consent: { status: 'granted' } }),
      201,
    )
    assertStatus(await agent.post('/sequences/welcome/enrollments', { personId }), 201)
  }
  await pollUntil(async () => {
    const { data } = assertStatus(await agent.get('/sequences/welcome/enrollments'), 200)
    return data.every(({ state }: { state: string }) => state === 'failed')
  })
  const session = await openConsole(t, environment, { role: 'editor', width: 390 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/outreach/sequences/welcome')
  const timeline = page.getByRole('list', { name: 'Steps, in order' })
  await timeline.getByText(/Step 2: Offer/).waitFor()
  await assertNoSidewaysScroll(page)
  await assertAccessible()
  await takeScreenshot('sequence-timeline-narrow')
  await timeline.getByRole('button', { name: 'Edit step' }).nth(1).click()
  await page.getByRole('button', { name: 'Remove step' }).waitFor()
  await page
    .getByRole('switch', { name: 'Only during these hours' })
    .or(page.getByLabel('Only during these hours'))
    .first()
    .click({ force: true })
  await assertNoSidewaysScroll(page)
  await assertAccessible()
  await takeScreenshot('sequence-step-narrow')
  await page.getByRole('button', { name: 'Done' }).click()
  const handle = timeline.getByRole('button', { name: /^Move Step 2: Offer/ })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await timeline.getByText(/Step 1: Offer/).waitFor()
  for (const tab of ['People', 'Settings']) {
    await page
      .getByRole('navigation', { name: 'Sequence sections' })
      .getByRole('link', { name: tab })
      .click({ noWaitAfter: true })
    if (await page.getByRole('dialog').isVisible()) await page.getByRole('dialog').getByRole('button').last().click()
    await assertNoSidewaysScroll(page)
  }
  assert.deepEqual(session.pageErrors, [])
})

const peopleTable = (page: Page) => page.getByRole('table', { name: 'People of this sequence' })

testInCompleteRun(
  'a user moves steps with buttons, edits delays in place, reads each message, and is warned before losing changes',
  async (t) => {
    const steps = outreaches.map(([outreachId], at) => ({ id: `s${at + 1}`, outreachId, afterMinutes: at * 4320 }))
    assertStatus(await agent.post('/sequences', { id: 'moved', name: 'Moved', steps, enabled: false }), 201)
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit('/outreach/sequences/moved')
    const timeline = page.getByRole('list', { name: 'Steps, in order' })
    await timeline.getByText('By RCS').first().waitFor()
    await timeline.getByText('Hello from welcome.').waitFor()
    await timeline.getByText('the person replies').waitFor()
    await timeline.getByText('the person sends STOP').waitFor()
    await timeline.getByRole('button', { name: 'Move down: Step 1: Welcome' }).press('Enter')
    await timeline.getByText('Step 2: Welcome', { exact: true }).waitFor()
    // The step is the last one now: the keyboard goes on with the other button.
    assert.match(await page.evaluate('document.activeElement.ariaLabel'), /^Move up: Step 2: Welcome/)
    await page.getByRole('textbox', { name: 'Wait before Step 2: Welcome', exact: true }).fill('5')
    await page.getByRole('combobox', { name: 'Wait before Step 2: Welcome, Unit' }).click()
    await pressOption(page.getByRole('option', { name: 'hours' }))
    await timeline.getByRole('button', { name: 'Show message' }).first().click()
    await timeline.getByRole('region', { name: /phone/i }).getByText('Hello from offer.').waitFor()
    await assertAccessible()
    await takeScreenshot('sequence-timeline')
    await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click({ noWaitAfter: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('You have unsaved changes').waitFor({ state: 'detached' })
    const saved = assertStatus(await agent.get('/sequences/moved'), 200)
    const shown = saved.steps.map(({ id, afterMinutes }: { id: string; afterMinutes: number }) => [id, afterMinutes])
    assert.deepEqual(shown, [
      ['s2', 4320],
      ['s1', 300],
    ])
    await page.reload()
    await timeline.getByText('Step 2: Welcome', { exact: true }).waitFor()
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a sequence shows who stands at each step, and who left and why, each with the people', async (t) => {
  const steps = [
    { id: 's1', outreachId: 'welcome', afterMinutes: 0 },
    { id: 's2', outreachId: 'welcome', afterMinutes: 4320 },
  ]
  assertStatus(await agent.post('/sequences', { id: 'stands', name: 'Stands', steps }), 201)
  const people = [
    { firstName: 'Waiting', phone: '+12025550161', consent: 'granted' },
    { firstName: 'Refusing', phone: '+12025550162', consent: 'denied' },
  ]
  assertStatus(await agent.post('/people/import', { channel: 'rcs', people }), 200)
  const consent = { status: 'granted' }
  const { id: unreachable } = assertStatus(await agent.post('/people', { firstName: 'Unreachable', consent }), 201)
  const idOf = async (name: string) => assertStatus(await agent.get(`/people?q=${name}`), 200).data[0].id
  for (const personId of [await idOf('Waiting'), await idOf('Refusing'), unreachable])
    assertStatus(await agent.post('/sequences/stands/enrollments', { personId }), 201)
  await pollUntil(async () => {
    const { stopped, failures, steps: counted } = assertStatus(await agent.get('/sequences/stands/report'), 200)
    return stopped.no_consent === 1 && failures.no_channel_identity === 1 && counted[1].waiting === 1
  })
  const session = await openConsole(t, environment, { role: 'viewer', width: 390 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/outreach/sequences/stands')
  await page.getByText('1 passed · 1 sent').waitFor()
  await assertNoSidewaysScroll(page)
  await assertAccessible()
  await takeScreenshot('sequence-people-narrow')
  for (const [link, name] of [
    ['1 person waiting here', 'Waiting'],
    ['No consent', 'Refusing'],
    ['The person no longer has this number or identity.', 'Unreachable'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await peopleTable(page).getByRole('link', { name }).waitFor()
    assert.equal(await peopleTable(page).getByRole('row').count(), 2, `${link} opens one person`)
    await assertAccessible()
    await assertNoSidewaysScroll(page)
    await page.goBack()
  }
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a campaign shows its variants side by side with their numbers as they come; a pause says what is in flight, and a reload keeps all numbers',
  async (t) => {
    const people = Array.from({ length: 120 }, (_, n) => ({
      ...{ firstName: `P${n}`, phone: `+1202555${String(1000 + n)}`, consent: 'granted', tags: ['experiment'] },
    }))
    assertStatus(await agent.post('/people/import', { channel: 'rcs', people }), 200)
    const variants = outreaches.map(([openerTemplateId], at) => ({
      id: at === 0 ? 'a' : 'b',
      openerTemplateId,
      weight: 1,
    }))
    const body = {
      name: 'Which opener',
      outreachId: 'welcome',
      audience: { filter: { tag: 'experiment' } },
      variants,
      holdoutPercent: 20,
    }
    const { id } = assertStatus(await agent.post('/campaigns', body), 201)
    assertStatus(await agent.post(`/campaigns/${id}/stage`), 200)
    const staged = await pollUntil(async () => {
      const campaign = assertStatus(await agent.get(`/campaigns/${id}`), 200)
      return campaign.status === 'staged' && campaign
    })
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    assertStatus(await agent.post(`/campaigns/${id}/start`), 200)
    await visit(`/campaigns/${id}`)
    const table = (name: string) => page.getByRole('table', { name })
    const { counts } = staged
    for (const variant of ['a', 'b']) {
      await page
        .getByText(`Hello from ${variant === 'a' ? 'welcome' : 'offer'}.`)
        .first()
        .waitFor()
      await table(`Variant ${variant}`).getByText(String(counts.variants[variant]), { exact: true }).first().waitFor()
    }
    await table('Held out').getByText(String(counts.heldOut), { exact: true }).first().waitFor()
    // The numbers come by themselves.
    const isSent = (variant: string) =>
      table(`Variant ${variant}`)
        .getByRole('row', { name: `Sent ${counts.variants[variant]}` })
        .waitFor()
    await Promise.all(['a', 'b'].map(isSent))
    await assertAccessible()
    await takeScreenshot('campaign-experiment')
    await page.reload()
    await Promise.all(['a', 'b'].map(isSent))
    await page.getByText(`Sent: ${counts.sendable}`).waitFor()
    await table('Variant b').getByText('Replied, compared with variant a').waitFor()
    await table('Variant b').getByText('Replied, compared with the people held out').waitFor()
    await table('Variant a').getByText('No clear difference.').first().waitFor()
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'choosing a variant says first whom it concerns, and the recipients can be filtered by variant',
  async (t) => {
    const hour = (new Date().getUTCHours() + 6) % 24
    const variants = outreaches.map(([openerTemplateId], at) => ({
      id: at === 0 ? 'a' : 'b',
      openerTemplateId,
      weight: 1,
    }))
    const people = Array.from({ length: 12 }, (_, n) => ({
      ...{ firstName: `C${n}`, phone: `+1202555${String(2000 + n)}`, consent: 'granted', tags: ['chosen'] },
    }))
    assertStatus(await agent.post('/people/import', { channel: 'rcs', people }), 200)
    const body = {
      ...{ name: 'Choose one', outreachId: 'welcome', audience: { filter: { tag: 'chosen' } }, variants },
      ...{ holdoutPercent: 10, sendWindow: { startHour: hour, endHour: (hour + 1) % 24, timeZone: 'UTC' } },
    }
    const { id } = assertStatus(await agent.post('/campaigns', body), 201)
    assertStatus(await agent.post(`/campaigns/${id}/stage`), 200)
    const { counts } = await pollUntil(async () => {
      const campaign = assertStatus(await agent.get(`/campaigns/${id}`), 200)
      return campaign.status === 'staged' && campaign
    })
    assertStatus(await agent.post(`/campaigns/${id}/start`), 200)
    const session = await openConsole(t, environment, { role: 'editor', width: 390 })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit(`/campaigns/${id}`)
    await page.getByText('Not enough people yet to say which variant is better.').waitFor()
    await page.getByRole('table', { name: 'Variant a' }).getByRole('row', { name: 'Share 50%' }).waitFor()
    await page.getByRole('button', { name: 'Send the rest with this variant' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${counts.sendable} people who were not sent to yet get variant b.`).waitFor()
    await assertAccessible()
    await takeScreenshot('campaign-choose-narrow')
    await dialog.getByRole('button', { name: 'Choose variant' }).click()
    await page.getByText('Chosen', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Recipients' }).click()
    await page.getByRole('combobox', { name: 'Variant' }).click()
    await pressOption(page.getByRole('option', { name: 'Variant a' }))
    await page.getByRole('heading', { name: 'No matching recipients' }).waitFor()
    await page.getByRole('combobox', { name: 'Variant' }).click()
    await pressOption(page.getByRole('option', { name: 'Variant b' }))
    const rows = page.getByRole('table', { name: 'Recipients' }).getByRole('row')
    await pollUntil(async () => (await rows.count()) === counts.sendable + 1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export these recipients as CSV' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    assert.equal(lines[0], 'id,personId,asid,channel,variantId,state,reason,sendId')
    assert.equal(lines.length, counts.sendable + 1)
    for (const line of lines.slice(1)) assert.match(line, /,rcs,b,queued,/)
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a paused campaign says what is in flight, and its counts and rate survive a reload', async (t) => {
  const hour = (new Date().getUTCHours() + 6) % 24
  const sendWindow = { startHour: hour, endHour: (hour + 1) % 24, timeZone: 'UTC' }
  const body = {
    name: 'Closed',
    outreachId: 'welcome',
    audience: { filter: { tag: 'experiment' } },
    sendWindow,
    includePreviouslyContacted: true,
  }
  const { id } = assertStatus(await agent.post('/campaigns', body), 201)
  assertStatus(await agent.post(`/campaigns/${id}/stage`), 200)
  const { counts } = await pollUntil(async () => {
    const campaign = assertStatus(await agent.get(`/campaigns/${id}`), 200)
    return campaign.status === 'staged' && campaign
  })
  assertStatus(await agent.post(`/campaigns/${id}/start`), 200)
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible } = session
  await visit(`/campaigns/${id}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Nothing is in flight.').waitFor()
  await page.getByText(`${counts.sendable} messages wait until you resume.`).waitFor()
  await page.getByText(`0 of ${counts.sendable}`, { exact: true }).waitFor()
  await assertAccessible()
  await page.reload()
  await page.getByText('Nothing is in flight.').waitFor()
  await page.getByText(`0 of ${counts.sendable}`, { exact: true }).waitFor()
  assert.deepEqual(session.pageErrors, [])
})
