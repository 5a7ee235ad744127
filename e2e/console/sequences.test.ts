import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import { managedRcs } from '../../server/src/testing/channel-bench.ts'
import { assertStatus, openConsole, startConsole } from './console.ts'

/** Outreach that learns in the console: the timeline of a sequence on a phone, and a campaign that compares openers. */

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
  const handle = timeline.getByRole('button', { name: /Step 2: Offer/ })
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
  await page.getByText(`0 of ${counts.sendable}`, { exact: true }).waitFor()
  await assertAccessible()
  await page.reload()
  await page.getByText('Nothing is in flight.').waitFor()
  await page.getByText(`0 of ${counts.sendable}`, { exact: true }).waitFor()
  assert.deepEqual(session.pageErrors, [])
})
