import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { createTestAgent } from '../server/src/testing/agent.ts'
import { createTestApp } from '../server/src/testing/app.ts'
import { assertStatus, type TestClient } from '../server/src/testing/client.ts'

/** The published MCP client connects with OAuth: discovery, registration, consent, tokens, calls and refresh. */

const server = await createTestApp()
const agent = await createTestAgent(server)
const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as AddressInfo

type Stored = { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; authorizationUrl?: URL }

/** What an application stores, and the URL that it would open in a browser. */
function createProvider(stored: Stored): OAuthClientProvider {
  return {
    redirectUrl: 'http://localhost:51234/callback',
    clientMetadata: { client_name: 'Desk assistant', redirect_uris: ['http://localhost:51234/callback'] },
    state: () => '12345678901234567890',
    clientInformation: () => stored.client,
    saveClientInformation: (client) => {
      stored.client = client
    },
    tokens: () => stored.tokens,
    saveTokens: (tokens) => {
      stored.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      stored.authorizationUrl = url
    },
    saveCodeVerifier: (verifier) => {
      stored.verifier = verifier
    },
    codeVerifier: () => stored.verifier ?? '',
  }
}

/** Does what the consent page does, at the address that the application opened. */
async function allow(
  { authorizationUrl: url }: Stored,
  member: TestClient,
  scopes: string[],
): Promise<URLSearchParams> {
  assert.ok(url)
  assert.equal(url.pathname, '/oauth/authorize')
  const param = (name: string) => url.searchParams.get(name) ?? undefined
  const request = {
    clientId: param('client_id'),
    redirectUri: param('redirect_uri'),
    responseType: param('response_type'),
    codeChallenge: param('code_challenge'),
    codeChallengeMethod: param('code_challenge_method'),
    scope: param('scope'),
    resource: param('resource'),
    state: param('state'),
  }
  assert.equal(request.resource, `${url.origin}/mcp`)
  const reply = await fetch(`${url.origin}/v1/auth/applications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ request, scopes }),
  })
  assert.equal(reply.status, 200)
  const { redirectTo } = (await reply.json()) as { redirectTo: string }
  return new URL(redirectTo).searchParams
}

async function connect(provider: OAuthClientProvider, at: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(at), { authProvider: provider }))
  return client
}

/** The URL in the guide, which is the whole configuration. */
const guide = readFileSync(new URL('../docs/mcp.md', import.meta.url), 'utf8')
const [, configuration = ''] = /^## Signing in with OAuth\n[\s\S]*?^```json\n(\{.*\})\n```$/m.exec(guide) ?? []
const { url: guideUrl } = JSON.parse(configuration).mcpServers.parley

for (const host of ['127.0.0.1', 'localhost']) {
  test(`a client without a token signs in at ${host}, calls tools, refreshes, and stops when it is disconnected`, async () => {
    const at = guideUrl.replace('127.0.0.1:4000', `${host}:${port}`)
    const member = await server.member(org, 'editor')
    const stored: Stored = {}
    const provider = createProvider(stored)
    const first = new StreamableHTTPClientTransport(new URL(at), { authProvider: provider })
    await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError)
    const response = await allow(stored, member, ['agents:read', 'people:write'])
    assert.deepEqual([response.get('state'), response.get('iss')], ['12345678901234567890', `http://${host}:${port}`])
    await first.finishAuth(response)
    assert.equal(stored.tokens?.scope, 'agents:read people:write')

    const client = await connect(provider, at)
    const { tools } = await client.listTools()
    assert.ok(tools.some(({ name }) => name === 'create_person'))
    assert.ok(!tools.some(({ name }) => name === 'import_agent'))
    const created = await client.callTool({ name: 'create_person', arguments: { firstName: 'Ada' } })
    assert.equal(created.isError, undefined)

    const { access_token: oldToken } = stored.tokens as OAuthTokens
    await server.database.pool.query(`update oauth_tokens set expires_at = now() where kind = 'access'`)
    const refreshed = await client.callTool({ name: 'whoami', arguments: {} })
    assert.equal(refreshed.isError, undefined)
    assert.notEqual(stored.tokens?.access_token, oldToken)

    const { data } = assertStatus(await member.get('/auth/applications'), 200)
    assertStatus(await member.del(`/auth/applications/${data[0].id}`), 204)
    await assert.rejects(client.callTool({ name: 'whoami', arguments: {} }))
    await client.close()
  })
}
