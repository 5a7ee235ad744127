// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import { assertStatus, openConsole, startConsole } from './console.ts'

/** Unsaved input is never lost without a confirmation, anywhere in the console. */

const flow = { id: 'main', slots: [], steps: [{ say: 'Welcome.' }, { end: { outcome: 'told' } }] }
const environment = await startConsole({
  playbooks: [{ id: 'general', name: 'General', body: 'Be kind.', uses: [], isDefault: true, flow }],
  messageTemplates: [{ id: 'hello', name: 'Hello', body: 'Good day.' }],
})
const { agent } = environment
const orgPath = `/orgs/${agent.orgId}`

const findLeaveDialog = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const findCloseDialog = (page: Page) => page.getByRole('dialog', { name: 'Close without saving?' })
const findUnsavedBar = (page: Page) => page.getByRole('region', { name: 'You have unsaved changes' })

/** Holds writes until they are released, and counts them. */
async function delayWrites(page: Page, path: string) {
  const heldRequests: (() => void)[] = []
  let count = 0
  await page.route(
    ({ pathname }) => pathname.endsWith(path),
    async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      count++
      await new Promise<void>((resolve) => heldRequests.push(resolve))
      await route.continue()
    },
  )
  return {
    count: () => count,
    release: () => {
      for (const release of heldRequests.splice(0)) release()
    },
  }
}

test('text typed during a save is preserved, and two saves in a row do not conflict with each other', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visitOrg } = session
  // Before the page loads: Chromium loses track of a request that starts while interception is being enabled.
  const writes = await delayWrites(page, orgPath)
  await visitOrg('/settings')
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('AAA')
  const saveRequest = page.waitForRequest((request) => request.method() !== 'GET')
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+s')
  await saveRequest
  await description.press('End')
  await page.keyboard.type(' BBB')
  await page.keyboard.press('Control+s')
  writes.release()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await description.inputValue(), 'AAA BBB')
  assert.equal(writes.count(), 1)
  assert.equal(assertStatus(await agent.client.get(orgPath), 200).description, 'AAA')
  await page.unrouteAll()
  await page.keyboard.press('Control+s')
  await findUnsavedBar(page).waitFor({ state: 'detached' })
  assert.equal(assertStatus(await agent.client.get(orgPath), 200).description, 'AAA BBB')
  assert.equal(await page.getByRole('dialog').count(), 0)

  await description.fill('not saved')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await findLeaveDialog(page).waitFor()
  // The button that keeps the changes has the focus.
  await page.keyboard.press('Enter')
  await findLeaveDialog(page).waitFor({ state: 'detached' })
  assert.equal(await description.inputValue(), 'not saved')
  assert.notEqual(await page.evaluate(() => localStorage.getItem('parley.session')), null)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('unsaved profile edits survive a switch of tabs, and an incomplete flow is preserved', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit } = session
  const { id } = assertStatus(await agent.post('/people', { firstName: 'Ada', email: 'ada@example.com' }), 201)
  await visit(`/people/${id}?tab=profile`)
  await page.getByRole('textbox', { name: 'Company' }).fill('Harbour & Sons')
  await page.getByRole('link', { name: 'Timeline' }).click()
  await page.getByRole('textbox', { name: 'Company' }).waitFor({ state: 'hidden' })
  await findUnsavedBar(page).waitFor()
  await page.getByRole('link', { name: 'Profile' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Company' }).inputValue(), 'Harbour & Sons')
  await page.getByRole('link', { name: 'Timeline' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(assertStatus(await agent.get(`/people/${id}`), 200).company, 'Harbour & Sons')

  await visit('/playbooks/general?tab=flow')
  const text = page.getByRole('textbox', { name: 'Flow as text' })
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('  - half: typed')
  await page.getByText('The text is not valid.').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('The text of the flow is not valid').waitFor()
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('link', { name: 'Examples' }).click()
  await page.getByRole('link', { name: 'Flow', exact: true }).click()
  await text.getByText('half: typed').waitFor()
  await findUnsavedBar(page).getByRole('button', { name: 'Discard' }).click()
  await text.getByText('half: typed').waitFor({ state: 'detached' })
  await findUnsavedBar(page).waitFor({ state: 'detached' })
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a dialog asks before it discards input, saves with its shortcut, and restores the focus',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, assertAccessible } = session
    const first = { id: 'first', name: 'First', class: 'service', openerTemplateId: 'hello' }
    assertStatus(await agent.post('/outreach', first), 201)
    await visit('/outreach')
    await page.getByRole('link', { name: 'First' }).click()
    const edit = page.getByRole('button', { name: 'Edit text' })
    await edit.press('Enter')
    const dialog = page.getByRole('dialog', { name: /Hello/ })
    const body = dialog.getByRole('textbox', { name: 'Text' })
    await body.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' How are you?')
    await page.keyboard.press('Escape')
    await findCloseDialog(page).waitFor()
    await assertAccessible()
    await page.keyboard.press('Escape')
    await findCloseDialog(page).waitFor({ state: 'detached' })
    await body.getByText('How are you?').waitFor()
    await page.goBack()
    await findLeaveDialog(page).getByRole('button', { name: 'Stay' }).click()
    await body.click()
    await page.keyboard.press('Control+s')
    await dialog.waitFor({ state: 'detached' })
    const saved = assertStatus(await agent.get('/message-templates/hello'), 200)
    assert.equal(saved.body, 'Good day. How are you?')
    await page.waitForFunction("document.activeElement.textContent === 'Edit text'")
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'a server that does not answer is named on the list and at the button, and nothing is lost',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, visitOrg, assertAccessible, takeScreenshot } = session
    const isOpen = Promise.withResolvers<void>()
    await page.route(
      ({ pathname }) => pathname.endsWith('/channels'),
      async (route) => {
        if (new URL(route.request().url()).pathname.startsWith('/v1/')) await isOpen.promise
        await route.continue()
      },
    )
    const writes = await delayWrites(page, orgPath)
    await visit('/channels')
    await page.getByText('Parley has not answered yet. The page is still waiting.').waitFor()
    await assertAccessible({ busy: true })
    isOpen.resolve()
    await page.getByRole('link', { name: 'Web chat' }).waitFor()
    await page.getByText('Parley has not answered yet.').waitFor({ state: 'detached' })

    await visitOrg('/settings')
    const description = page.getByRole('textbox', { name: 'Description' })
    await description.fill('A pier')
    await page.keyboard.press('Control+s')
    await findUnsavedBar(page).getByText('Parley has not answered yet. What you typed is kept.').waitFor()
    assert.equal(await description.inputValue(), 'A pier')
    await assertAccessible({ busy: true })
    await takeScreenshot('late-save')
    writes.release()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.deepEqual(session.pageErrors, [])
  },
)
