// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { realWorld } from '../../server/src/platform/world.ts'
import { testPassword } from '../../server/src/testing/app.ts'
import { startIssuer, type TestIssuer } from '../../server/src/testing/issuer.ts'
import { assertStatus, type OpenConsole, openConsole } from './console.ts'
import { startConsoleAtAddress } from './console-at-address.ts'

/** Sign-in, the shell of every page, and keyboard shortcuts. */

let issuer: TestIssuer | undefined
const began = new Date()
// The clock stands still, so that rate limits do not recover.
const world = { ...realWorld, now: () => began }
const environment = await startConsoleAtAddress(
  async (origin) => {
    const startedIssuer = await startIssuer(`${origin}/sign-in`)
    issuer = startedIssuer
    after(() => startedIssuer.close())
    return { oidc: { issuer: startedIssuer.url, clientId: 'parley' }, allowPrivateNetwork: true }
  },
  { world },
)
const { agent, server } = environment
const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }

type StoredSession = { user: { id: string; email: string } }
const readStoredUser = ({ page }: OpenConsole): Promise<StoredSession['user']> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('parley.session') ?? '').user)

async function signOut({ page }: OpenConsole): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor()
}

async function signIn({ page }: OpenConsole, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the frame shows the org, the navigation and the account, and is accessible in both themes', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('')
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.getByRole('article', { name: 'Harbour' }).waitFor()
  await assertAccessible()
  await takeScreenshot('shell')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search pages').waitFor()
  await assertAccessible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await assertAccessible()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a wrong password shows an error, and the right one opens the requested page', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('')
  const { email } = await readStoredUser(session)
  await signOut(session)
  await visitOrg('/settings/account')
  await page.waitForURL(/\/sign-in\?back=/)
  await signIn(session, email, 'not this one')
  await page.getByText('Wrong email or password').waitFor()
  await assertAccessible()
  await takeScreenshot('sign-in')
  await signIn(session, email, testPassword)
  await page.waitForURL(/\/settings\/account$/)
  await page.getByRole('table', { name: 'Profile' }).getByText(email).waitFor()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a sign-in never redirects to an external address', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page } = session
  await session.visitOrg('')
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.goto(`${environment.origin}/sign-in?back=${encodeURIComponent('//example.com/')}`)
  await page.getByRole('article', { name: 'Harbour' }).waitFor()
  assert.equal(new URL(page.url()).origin, environment.origin)
})

testInCompleteRun('after too many failed sign-ins the page shows how long to wait', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer', width: 390, dark: true })
  if (!session) return
  const { page, visitOrg, assertAccessible } = session
  await visitOrg('')
  const { email } = await readStoredUser(session)
  await signOut(session)
  const wrongCredentials = { email, password: 'not this one' }
  for (let attemptsLeft = 10; attemptsLeft > 0; attemptsLeft--)
    await server.anyone.post('/auth/sign-in', wrongCredentials)
  await signIn(session, email, testPassword)
  await page.getByText(/Too many attempts\. Wait \d+ seconds/).waitFor()
  await assertAccessible()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'if a session ends during an edit, the user signs in above the page, and nothing is lost',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'admin' })
    if (!session) return
    const { page, visitOrg, assertAccessible, takeScreenshot } = session
    await visitOrg('/settings')
    const description = page.getByRole('textbox', { name: 'Description' })
    await description.fill('A house by the water')
    const { id } = await readStoredUser(session)
    const password = 'a new quiet lantern'
    assertStatus(await agent.client.patch(`${org.path}/members/${id}`, { password }), 200)
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await assertAccessible()
    await takeScreenshot('session-over')
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await description.inputValue(), 'A house by the water')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal(assertStatus(await agent.client.get(org.path), 200).description, 'A house by the water')
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'an org with a separate password asks for it, then the account menu opens both; a foreign org stays inaccessible',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visitOrg, assertAccessible } = session
    await visitOrg('')
    await page.getByRole('article', { name: 'Harbour' }).waitFor()
    const { email } = await readStoredUser(session)
    const [otherOrg, foreignOrg] = [await server.org(), await server.org()]
    const password = 'the password there'
    assertStatus(await otherOrg.api.post(`${otherOrg.path}/members`, { email, role: 'viewer', password }), 201)
    await page.goto(`${environment.origin}/orgs/${otherOrg.id}`)
    const dialog = page.getByRole('dialog', { name: `Sign in to “${otherOrg.id}”` })
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Editors and admins of your org can create the first agent.').waitFor()
    for (const orgToVisit of [org, otherOrg]) {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name: /^Switch to/ }).click()
      await page.waitForURL(new RegExp(`/orgs/${orgToVisit.id}$`))
    }
    await page.goto(`${environment.origin}/orgs/${foreignOrg.id}`)
    const signInDialog = page.getByRole('dialog', { name: `Sign in to “${foreignOrg.id}”` })
    await signInDialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await signInDialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await signInDialog.getByText('Wrong email or password').waitFor()
    await assertAccessible()
    await page.getByRole('link', { name: 'Back to my org' }).click()
    await page.waitForURL(new RegExp(`/orgs/${otherOrg.id}$`))
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('signing out in one tab signs out all tabs', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page, visitOrg } = session
  await visitOrg('')
  await page.getByRole('article', { name: 'Harbour' }).waitFor()
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByRole('article', { name: 'Harbour' }).waitFor()
  await signOut(session)
  await second.getByRole('heading', { name: 'Sign in to Parley' }).waitFor()
  assert.equal(await second.evaluate(() => localStorage.getItem('parley.session')), null)
})

testInCompleteRun('a sign-in at the issuer returns to the requested page', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session || !issuer) return
  const { page, visitOrg, assertAccessible } = session
  await visitOrg('')
  const { email } = await readStoredUser(session)
  await signOut(session)
  await visitOrg('/settings/account')
  issuer.email = email
  const button = page.getByRole('button', { name: `Sign in with ${new URL(issuer.url).host}` })
  await button.waitFor()
  await assertAccessible()
  await button.click()
  await page.waitForURL(/\/settings\/account$/)
  await page.getByRole('table', { name: 'Profile' }).getByText(email).waitFor()
  await page.goto(`${environment.origin}/sign-in?code=stolen&state=another`)
  await page.waitForURL(new RegExp(`/orgs/${org.id}$`))
  await signOut(session)
  await page.goto(`${environment.origin}/sign-in?code=stolen&state=another`)
  await page.getByText('This sign-in was started in another tab, or has expired').waitFor()
  assert.deepEqual(session.pageErrors, [])
})

/** The two keys must follow each other within a moment, which a busy machine may miss. */
async function pressUntil({ page }: OpenConsole, letter: string, urlPattern: RegExp): Promise<void> {
  for (let attemptsLeft = 15; attemptsLeft > 0 && !urlPattern.test(page.url()); attemptsLeft--) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await page.waitForURL(urlPattern, { timeout: 2_000 }).catch(() => {})
  }
  assert.match(page.url(), urlPattern)
}

testInCompleteRun(
  'the keyboard reaches every page: palette, help sheet, G and a letter; a viewer sees no actions',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'viewer' })
    if (!session) return
    const { page, visitOrg, assertAccessible } = session
    await visitOrg('')
    await page.getByRole('article', { name: 'Harbour' }).waitFor()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await assertAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    const searchBox = page.getByPlaceholder('Search pages')
    await page.getByRole('button', { name: 'Switch between light and dark' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create agent' }).count(), 0)
    await searchBox.fill('nothing is called this')
    await page.getByText('No results').waitFor()
    await searchBox.fill('api k')
    await page.getByRole('button', { name: 'API keys Settings', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/settings\/api-keys$/)
    await searchBox.waitFor({ state: 'detached' })
    await pressUntil(session, 'h', new RegExp(`/orgs/${org.id}$`))
    await page.keyboard.press('Control+k')
    // The palette opens the person it finds even if Enter is pressed before the response arrives, and also without an
    // open agent.
    assertStatus(await agent.post('/people', { firstName: 'Mia', lastName: 'Berth', phone: '+12025550143' }), 201)
    await searchBox.fill('mia')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Mia Berth' }).waitFor()
    await page.keyboard.press('Control+k')
    await searchBox.fill('guardrails')
    await page.getByRole('button', { name: 'Guardrails Agent', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/agents\/harbour\/edit\/guardrails/)
    await searchBox.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('button', { name: 'Try the agent in the emulator' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Add|Import|Start|Create) / }).count(), 0)
    await page.keyboard.press('Escape')
    await searchBox.waitFor({ state: 'detached' })
    await pressUntil(session, 'p', /\/agents\/harbour\/people/)
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('the palette starts actions, and finds guides, by keyboard alone', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor', width: 1440, dark: true })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/edit/identity')
  const searchBox = page.getByPlaceholder('Search pages')
  // From within a field too.
  await page.getByRole('textbox').first().focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('button', { name: 'Import people' }).waitFor()
  await assertAccessible()
  await takeScreenshot('palette-dark')
  await page.keyboard.press('Control+k')
  await searchBox.waitFor({ state: 'detached' })
  const start = async (text: string, urlPattern: RegExp) => {
    await page.keyboard.press('Control+k')
    await searchBox.fill(text)
    await page.keyboard.press('Enter')
    await page.waitForURL(urlPattern)
    await searchBox.waitFor({ state: 'detached' })
  }
  await start('add a fact', /\/knowledge\/facts\?make=new/)
  const question = page.getByRole('dialog').getByRole('textbox', { name: 'Question' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await start('import people', /\/people\/import/)
  await start('start a campaign', /\/campaigns\/new/)
  await start('create agent', /\/new-agent/)
  await page.keyboard.press('Control+k')
  await searchBox.fill('sequences')
  const opened = page.context().waitForEvent('page')
  // The page of that name is “Sequences Outreach”.
  await page.getByRole('button', { name: 'Sequences', exact: true }).press('Enter')
  await (await opened).waitForURL(/\/docs\/sequences$/)
  assert.deepEqual(session.pageErrors, [])
})
