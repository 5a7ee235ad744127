// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { testPassword } from '../../server/src/testing/app.ts'
import { assertFits, assertHarmless, hostileMarkup, type OpenConsole, openConsole, startConsole } from './console.ts'

/** The page that asks a member whether an application may act for them, and the list of connected applications. */

const environment = await startConsole()
const { origin } = environment
const verifier = 'v'.repeat(64)
const redirectUri = 'http://127.0.0.1/callback'

async function registerClient(name: string): Promise<string> {
  const reply = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  })
  assert.equal(reply.status, 201)
  return ((await reply.json()) as { client_id: string }).client_id
}

const buildAuthorizationUrl = (clientId: string, changes: Record<string, string> = {}) =>
  `${origin}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // The router must not turn it into a number.
    state: '012345678901234567890',
    resource: `${origin}/mcp`,
    ...changes,
  })}`

/** Answers for the application, and returns what the browser brings back to it. */
async function catchRedirect({ page }: OpenConsole): Promise<() => Promise<URLSearchParams>> {
  const arrival = Promise.withResolvers<URLSearchParams>()
  await page.route('http://127.0.0.1/callback*', (route) => {
    arrival.resolve(new URL(route.request().url()).searchParams)
    return route.fulfill({ contentType: 'text/html', body: '<title>Back</title>' })
  })
  return async () => {
    const response = await arrival.promise
    await page.waitForURL('http://127.0.0.1/callback*')
    return response
  }
}

async function exchange(clientId: string, code: string): Promise<{ access_token: string; scope: string }> {
  const fields = { client_id: clientId, code, redirect_uri: redirectUri, code_verifier: verifier }
  const body = new URLSearchParams({ grant_type: 'authorization_code', ...fields })
  const reply = await fetch(`${origin}/oauth/token`, { method: 'POST', body })
  assert.equal(reply.status, 200)
  return (await reply.json()) as { access_token: string; scope: string }
}

test('a member signs in, chooses the access of an application, allows it, and revokes it later', async (t) => {
  const session = await openConsole(t, environment, { role: 'admin' })
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  const clientId = await registerClient('Desk assistant')
  const arrived = await catchRedirect(session)
  await visitOrg('/settings/account')
  await page.getByText('Connected applications').waitFor()
  const email = await page.evaluate(() => JSON.parse(localStorage.getItem('parley.session') ?? '').user.email)
  await page.evaluate(() => localStorage.removeItem('parley.session'))

  await page.goto(buildAuthorizationUrl(clientId))
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(testPassword)
  await assertAccessible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: '“Desk assistant” wants to use Parley in your name' }).waitFor()
  await page.getByText('127.0.0.1', { exact: true }).waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'org:admin' }).isChecked(), false)
  await assertAccessible()
  await assertFits(page)
  await takeScreenshot('consent')
  await page.getByRole('checkbox', { name: 'people:write' }).uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  const response = await arrived()
  assert.deepEqual([response.get('state'), response.get('iss')], ['012345678901234567890', origin])
  const { scope } = await exchange(clientId, response.get('code') ?? '')
  assert.ok(scope.includes('agents:write') && !/people:write|org:admin/.test(scope))

  await visitOrg('/settings/account')
  await page.getByRole('button', { name: 'Revoke access of Desk assistant' }).waitFor()
  await assertAccessible()
  await takeScreenshot('account-applications')
  await page.getByRole('button', { name: 'Revoke access of Desk assistant' }).click()
  await page.getByText('Access revoked').waitFor()
  await page.getByRole('button', { name: 'Revoke access of Desk assistant' }).waitFor({ state: 'detached' })
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a viewer denies an application whose name is markup, on a phone and in the dark', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer', width: 360, dark: true })
  if (!session) return
  const { page, assertAccessible, takeScreenshot } = session
  const clientId = await registerClient(hostileMarkup.join(' '))
  const arrived = await catchRedirect(session)
  await page.goto(buildAuthorizationUrl(clientId))
  await page.getByRole('button', { name: 'Allow' }).waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'agents:write' }).count(), 0)
  await assertHarmless(page)
  await assertAccessible()
  await assertFits(page)
  await takeScreenshot('consent-viewer')
  await page.getByRole('button', { name: 'Deny' }).click()
  const response = await arrived()
  assert.deepEqual([response.get('error'), response.get('code')], ['access_denied', null])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a request that is not genuine leads nowhere, and no site can show the page in a frame',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, assertAccessible } = session
    const clientId = await registerClient('Desk assistant')
    for (const changes of [
      ['client_id', 'client_nobody'] as const,
      ['redirect_uri', 'https://evil.example.com/'] as const,
    ]) {
      await page.goto(buildAuthorizationUrl(clientId, Object.fromEntries([changes])))
      await page.getByRole('alert').waitFor()
      assert.equal(await page.getByRole('button', { name: /Allow|Deny|Return/ }).count(), 0)
    }
    await page.goto(buildAuthorizationUrl(clientId, { code_challenge_method: 'plain' }))
    await page.getByRole('button', { name: 'Return to 127.0.0.1' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0)
    await page.goto(`${buildAuthorizationUrl(clientId)}&client_id=${clientId}`)
    await page.getByText('The request contains a parameter twice.').waitFor()
    await assertAccessible()
    const { headers } = await fetch(buildAuthorizationUrl(clientId))
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    assert.deepEqual(session.pageErrors, [])
  },
)
