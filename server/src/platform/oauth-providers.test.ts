import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config.ts'

const google = { OAUTH_GOOGLE_CLIENT_ID: 'id', OAUTH_GOOGLE_CLIENT_SECRET: 'hush' }

test('Google and Microsoft are built in and configured by their settings', () => {
  const clients = (env: Record<string, string>) => readConfig(env).oauth.providers.map(({ id, client }) => [id, client])
  assert.deepEqual(clients({}), [
    ['google', undefined],
    ['microsoft', undefined],
  ])
  assert.deepEqual(clients(google)[0], ['google', { id: 'id', secret: 'hush' }])
  const microsoft = { OAUTH_MICROSOFT_CLIENT_ID: 'm', OAUTH_MICROSOFT_CLIENT_SECRET: 'n' }
  assert.deepEqual(clients(microsoft)[1], ['microsoft', { id: 'm', secret: 'n' }])
})

test('every endpoint of a provider is an https address, and every grant requests the identity and offline access', () => {
  for (const provider of readConfig({ OAUTH_MICROSOFT_TENANT: 'contoso.example' }).oauth.providers) {
    const { authorizationEndpoint, tokenEndpoint, revocationEndpoint, issuer, calendarApi } = provider
    for (const address of [authorizationEndpoint, tokenEndpoint, revocationEndpoint ?? issuer, issuer, calendarApi]) {
      assert.equal(new URL(address as string).protocol, 'https:')
    }
    assert.ok(provider.baseScopes.includes('openid') && provider.baseScopes.includes('email'))
    const lasting = provider.baseScopes.includes('offline_access') || provider.authorizationParameters.access_type
    assert.ok(lasting, `${provider.id} gives a refresh token`)
    if (provider.id === 'microsoft') assert.match(tokenEndpoint, /\/contoso\.example\//)
  }
})

test('a browser may return only to the host of PUBLIC_URL or to a listed host', () => {
  const hosts = (env: Record<string, string>) => readConfig(env).oauth.returnHosts
  assert.deepEqual(hosts({}), ['127.0.0.1:4000'])
  assert.deepEqual(hosts({ PUBLIC_URL: 'https://Parley.example.com/' }), ['parley.example.com'])
  assert.deepEqual(hosts({ OAUTH_RETURN_HOSTS: 'App.example.com, localhost:3000' }), [
    'app.example.com',
    'localhost:3000',
  ])
})

const wrong: [env: Record<string, string>, says: RegExp][] = [
  [{ OAUTH_GOOGLE_CLIENT_ID: 'id' }, /OAUTH_GOOGLE_CLIENT_ID and OAUTH_GOOGLE_CLIENT_SECRET go together/],
  [{ OAUTH_MICROSOFT_CLIENT_SECRET: 'hush' }, /OAUTH_MICROSOFT_CLIENT_ID and .* go together/],
  [{ OAUTH_MICROSOFT_TENANT: 'a/b' }, /OAUTH_MICROSOFT_TENANT must be a tenant id, .*; got "a\/b"/],
  [{ OAUTH_RETURN_HOSTS: 'https://app.example.com' }, /OAUTH_RETURN_HOSTS must be a comma list of hosts/],
  [{ OAUTH_RETURN_HOSTS: 'app.example.com,' }, /OAUTH_RETURN_HOSTS must be a comma list of hosts/],
  [{ OAUTH_RETURN_HOSTS: 'a@app.example.com' }, /OAUTH_RETURN_HOSTS must be a comma list of hosts/],
  [{ OAUTH_RETURN_HOSTS: '*' }, /OAUTH_RETURN_HOSTS must be a comma list of hosts/],
]
for (const [env, says] of wrong) {
  test(`${JSON.stringify(env)} stops the start, and the error repeats no secret`, () => {
    assert.throws(
      () => readConfig(env),
      (error: Error) => says.test(error.message) && !error.message.includes('hush'),
    )
  })
}
