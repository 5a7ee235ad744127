// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import { harborAgent } from '../../server/src/testing/harbor-agent.ts'
import {
  assertAccessible,
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  openConsole,
  pressOption,
  recordPageErrors,
} from './console.ts'
import { startConsoleAtAddress } from './console-at-address.ts'

/** Inviting people, joining, and what the front desk sees. */

const environment = await startConsoleAtAddress(() => ({}), { document: harborAgent })
const { agent, server } = environment
const org = `/orgs/${agent.orgId}`
const hidden = 'Kayaks of another desk'
assertStatus(await agent.client.post(`${org}/agents`, { name: hidden }), 201)
assertStatus(await agent.put('/settings/desk', { enabled: true }), 200)
const { name: agentName } = assertStatus(await agent.get(''), 200)
const list = async (path: string) => assertStatus(await agent.client.get(`${org}${path}`), 200).data

/** The names of the pages that the menu offers. */
const menuOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link').allInnerTexts()

/** A browser of its own, in which nobody is signed in. */
async function openElsewhere(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext({ reducedMotion: 'reduce' })
  return (await context?.newPage()) ?? assert.fail('no browser')
}

test('an admin invites somebody to the front desk of one agent, who joins by the link and sees only that', async (t) => {
  const session = await openConsole(t, environment, { role: 'admin' })
  if (!session) return
  const { page, visitOrg, takeScreenshot } = session
  await visitOrg('/settings/members')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Email').fill('robin@example.com')
  await dialog.getByLabel('Name').fill(hostileMarkup[0] as string)
  await dialog.getByRole('radio', { name: 'Front desk' }).check()
  await dialog.getByRole('checkbox', { name: 'Limit to some agents' }).check()
  await dialog.getByRole('combobox', { name: 'Agents' }).click()
  await pressOption(page.getByRole('option', { name: agentName }))
  // Leaves the list, which stays open for more.
  await page.keyboard.press('Tab')
  await session.assertAccessible()
  await takeScreenshot('settings-invite')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  assert.match(link, /\/invitation#inv_\w{43}$/)
  await session.assertAccessible()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('region', { name: 'Open invitations' }).getByText('robin@example.com').waitFor()
  await session.assertAccessible()
  await takeScreenshot('settings-invitations')

  const theirs = await openElsewhere(page)
  const errors = recordPageErrors(theirs)
  await theirs.goto(link)
  await theirs.getByRole('heading', { name: /^Join / }).waitFor()
  await theirs.getByRole('textbox', { name: 'Password for this org' }).fill('short')
  await theirs.getByRole('button', { name: 'Join' }).click()
  await theirs.getByText('must have at least 8 characters').waitFor()
  await assertAccessible(theirs)
  await theirs.getByLabel('Your name').fill('Robin Reed')
  await theirs.getByRole('textbox', { name: 'Password for this org' }).fill('a quiet lantern')
  await theirs.getByRole('button', { name: 'Join' }).click()
  await theirs.getByRole('article', { name: agentName }).getByText('Waiting: 0').waitFor()
  assert.equal(await theirs.getByText(hidden).count(), 0)
  assert.deepEqual(await menuOf(theirs), ['Home'])
  await assertAccessible(theirs)
  await assertFits(theirs)
  await theirs.getByRole('article', { name: agentName }).getByRole('link', { name: 'People' }).click()
  await theirs.getByRole('heading', { name: 'People' }).first().waitFor()
  assert.deepEqual(await menuOf(theirs), ['Home', 'Inbox', 'Desk', 'People', 'Appointments'])
  await assertHarmless(theirs)
  assert.deepEqual(errors, [])
  assert.deepEqual(await list('/invitations'), [])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('an invitation gets a new link, the old one stops working, and it is withdrawn', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visitOrg } = session
  const email = 'sam@example.com'
  const { link } = assertStatus(await agent.client.post(`${org}/invitations`, { email, role: 'editor' }), 201)
  await visitOrg('/settings/members')
  const openActions = () => page.getByRole('button', { name: `Actions for ${email}` }).click()
  await openActions()
  await page.getByRole('menuitem', { name: 'New link' }).click()
  const renewed = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  assert.notEqual(renewed, link)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const theirs = await openElsewhere(page)
  await theirs.goto(link)
  await theirs.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
  await assertAccessible(theirs)
  await openActions()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(`Invitation for ${email} withdrawn`).waitFor()
  assert.deepEqual(await list('/invitations'), [])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('somebody with an account in another org joins after proving that it is theirs', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page } = session
  const other = await server.org()
  const { email } = await server.member(other, 'editor')
  const { link } = assertStatus(await agent.client.post(`${org}/invitations`, { email, role: 'viewer' }), 201)
  const theirs = await openElsewhere(page)
  await theirs.goto(link)
  await theirs.getByText('You have an account already').waitFor()
  await assertAccessible(theirs)
  await theirs.getByRole('textbox', { name: 'Password of your account' }).fill('a guess')
  await theirs.getByRole('textbox', { name: 'Password for this org' }).fill('another quiet lantern')
  await theirs.getByRole('button', { name: 'Join' }).click()
  await theirs.getByText('That is not the password of your account').waitFor()
  await theirs.getByRole('textbox', { name: 'Password of your account' }).fill('quiet harbour lantern')
  await theirs.getByRole('button', { name: 'Join' }).click()
  await theirs.getByRole('heading', { name: 'Home' }).waitFor()
  assert.ok((await list('/members')).some((member: { email: string }) => member.email === email))
})

testInCompleteRun('the front desk edits a person, and finds no configuration anywhere', async (t) => {
  const session = await openConsole(t, environment, { role: 'frontDesk', dark: true })
  if (!session) return
  const { page, visit, visitOrg, assertAccessible } = session
  const { id } = assertStatus(await agent.post('/people', { fullName: 'A Visitor' }), 201)
  const own = `${org}/agents/${agent.id}`
  const refused: string[] = []
  page.on('response', (answer) => [401, 403].includes(answer.status()) && refused.push(answer.url()))
  for (const [path, call] of [
    ['/inbox', '/conversations'],
    ['/desk', '/desk/counts'],
    ['/people', '/people'],
    ['/appointments', '/locations'],
    [`/people/${id}`, `/people/${id}/reachability`],
  ] as const) {
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/v1${own}${call}`)
    await visit(path)
    await page.getByRole('heading').first().waitFor()
    await answered
    await assertAccessible()
    await assertFits(page)
  }
  assert.deepEqual(refused, [])
  assert.equal(await page.getByRole('button', { name: 'More actions' }).count(), 0)
  await visitOrg('/settings/account')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0)
  assert.deepEqual(session.pageErrors, [])
})
