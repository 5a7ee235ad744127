import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { TestApp } from './app.ts'
import { assertStatus, createTestClient, type ReplyBody, type TestClient, type TestReply } from './client.ts'

/** An application that connects over OAuth, driven step by step. */

export type ConsentRequest = Record<string, string | undefined>

export type TestApplication = {
  clientId: string
  /** The parameters of a good authorization request. */
  request: ConsentRequest
  verifier: string
  /** Allows the request as this member and returns the URL that the browser would open. */
  allow(member: TestClient, scopes?: string[], changes?: ConsentRequest): Promise<URL>
  token(fields: Record<string, string>): Promise<TestReply>
  exchange(code: string, changes?: Record<string, string>): Promise<TestReply>
  refresh(refreshToken: string, changes?: Record<string, string>): Promise<TestReply>
  revoke(token: string, changes?: Record<string, string>): Promise<TestReply>
  /** All steps; returns the token response. */
  connect(member: TestClient, scopes?: string[]): Promise<ReplyBody>
}

export const testRedirectUri = 'http://127.0.0.1/callback'

export const registerApplication = (server: Pick<TestApp, 'app'>, metadata: object): Promise<TestReply> =>
  createTestClient(server.app, undefined, '').post('/oauth/register', metadata)

export async function createTestApplication(
  server: Pick<TestApp, 'app'>,
  { name = 'Desk assistant', redirectUri = testRedirectUri } = {},
): Promise<TestApplication> {
  const root = createTestClient(server.app, undefined, '')
  const registered = await registerApplication(server, { client_name: name, redirect_uris: [redirectUri] })
  const { client_id: clientId } = assertStatus(registered, 201)
  const verifier = 'v'.repeat(64)
  const request = {
    clientId,
    redirectUri,
    responseType: 'code',
    codeChallenge: hash('sha256', verifier, 'base64url'),
    codeChallengeMethod: 'S256',
    state: 'a state',
    resource: 'http://localhost/mcp',
  }
  const post = (path: string, fields: Record<string, string>) =>
    root.raw('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  const token: TestApplication['token'] = (fields) => post('/oauth/token', { client_id: clientId, ...fields })
  const exchange: TestApplication['exchange'] = (code, changes = {}) =>
    token({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
      ...changes,
    })
  const allow: TestApplication['allow'] = async (member, scopes = ['agents:read'], changes = {}) => {
    const body = { request: { ...request, ...changes }, scopes }
    return new URL(assertStatus(await member.post('/auth/applications', body), 200).redirectTo)
  }
  return {
    clientId,
    request,
    verifier,
    allow,
    token,
    exchange,
    refresh: (refreshToken, changes = {}) =>
      token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changes }),
    revoke: (token, changes = {}) => post('/oauth/revoke', { token, client_id: clientId, ...changes }),
    async connect(member, scopes) {
      const code = (await allow(member, scopes)).searchParams.get('code')
      assert.ok(code)
      return assertStatus(await exchange(code), 200)
    },
  }
}
