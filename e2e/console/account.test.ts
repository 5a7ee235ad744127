// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { testPassword } from '../../server/src/testing/app.ts'
import { assertStatus, openConsole, startConsole } from './console.ts'

/** The console's account page: the second factor and the sessions of the signed-in user. */

const environment = await startConsole()
const { server } = environment

/** An independent authenticator app (RFC 6238) that knows only the setup key. */
function computeTotpCode(setupKey: string, stepsAhead = 0): string {
  const bits = [...setupKey.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) as number) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

testInCompleteRun(
  'a user sets up a second factor, needs it to sign in, and can use each recovery code once instead',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visitOrg, assertAccessible, takeScreenshot } = session
    await visitOrg('/settings/account')
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Current password/).fill('not the password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('is not the current password').waitFor()
    await dialog.getByLabel(/^Current password/).fill(testPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const setupKey = (await dialog.locator('code').first().textContent()) ?? ''
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await assertAccessible()
    await takeScreenshot('account-second-factor')
    await dialog.getByLabel('Six-digit code').fill('000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await dialog.getByLabel('Six-digit code').fill(computeTotpCode(setupKey))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const [recoveryCode = ''] = ((await dialog.getByLabel('Recovery codes').textContent()) ?? '').split('\n')
    await assertAccessible()
    await takeScreenshot('account-recovery-codes')
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByText('10 recovery codes left').waitFor()

    const signIn = async (code: string) => {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByRole('textbox', { name: 'Password' }).fill(testPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('textbox', { name: /^Code from your authenticator app/ }).fill(code)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    const email = await page.evaluate(() => JSON.parse(localStorage.getItem('parley.session') ?? '').user.email)
    await signIn(recoveryCode)
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    await visitOrg('/settings/account')
    await page.getByText('9 recovery codes left').waitFor()
    await signIn(recoveryCode)
    await page.getByRole('alert').waitFor()
    await assertAccessible()
    await takeScreenshot('sign-in-code-refused')
    // A code is valid once: the one that enabled the factor cannot be reused.
    await page.getByRole('textbox', { name: /^Code from your authenticator app/ }).fill(computeTotpCode(setupKey, 1))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    assert.deepEqual(session.pageErrors, [])
  },
)

test('the account page lists the sessions and ends one of them or all others', async (t) => {
  const session = await openConsole(t, environment, { dark: true, width: 390 })
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('/settings/account')
  const email = await page.evaluate(() => JSON.parse(localStorage.getItem('parley.session') ?? '').user.email)
  const signInAgain = async () => {
    const body = { email, password: testPassword, org: environment.agent.orgId }
    const headers = { 'user-agent': 'curl/8.5.0' }
    return server.anyone.as(assertStatus(await server.anyone.post('/auth/sign-in', body, headers), 200).token)
  }
  const otherClients = [await signInAgain(), await signInAgain(), await signInAgain()]
  const isSignedIn = async () =>
    Promise.all(otherClients.map(async (otherClient) => (await otherClient.get('/me')).status === 200))
  await page.reload()
  await page.getByRole('button', { name: 'End session of curl/8.5.0' }).nth(2).waitFor()
  await assertAccessible()
  await takeScreenshot('account-sessions')
  await page.getByRole('button', { name: 'End session of curl/8.5.0' }).first().click()
  await page.getByText('Session ended').waitFor()
  assert.equal((await isSignedIn()).filter(Boolean).length, 2)
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByText('All other sessions ended').waitFor()
  assert.deepEqual(await isSignedIn(), [false, false, false])
  await page.getByText('current session').waitFor()
  assert.deepEqual(session.pageErrors, [])
})
