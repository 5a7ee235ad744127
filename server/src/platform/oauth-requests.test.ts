import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { oauthErrorCode, oauthRequestOptions } from './oauth-requests.ts'
import { ResponseTooLargeError } from './outbound/index.ts'

const server = { issuer: 'http://issuer.example.com', token_endpoint: 'http://issuer.example.com/token' }
const client = { client_id: 'parley' }

async function refresh(response: Response) {
  const options = oauthRequestOptions(async () => response, 1_000)
  const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), 'token', options)
  return oauth.processRefreshTokenResponse(server, client, answer)
}

const refusal = (error: string) =>
  new Response(JSON.stringify({ error }), {
    status: 401,
    headers: { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="issuer"' },
  })

test('tokens are read from a response over plain http', async () => {
  const tokens = await refresh(Response.json({ access_token: 'a', token_type: 'Bearer' }))
  assert.equal(tokens.access_token, 'a')
})

test('a refusal with a challenge still has the error code of its body', async () => {
  await assert.rejects(refresh(refusal('invalid_client')), (error) => oauthErrorCode(error) === 'invalid_client')
})

test('an error code that is not one, and any other error, is omitted', async () => {
  await assert.rejects(refresh(refusal('Bearer s3cret')), (error) => oauthErrorCode(error) === undefined)
  assert.equal(oauthErrorCode(new Error('invalid_client')), undefined)
})

test('a response above 256 KiB is not read to its end', async () => {
  await assert.rejects(refresh(new Response('x'.repeat(256 * 1024 + 1))), ResponseTooLargeError)
})

test('a response without a body is passed on', async () => {
  await assert.rejects(refresh(new Response(null, { status: 204 })), oauth.OperationProcessingError)
})
