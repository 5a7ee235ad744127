import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthorizationRequest } from './authorization-request.ts'

test('the parameters of an authorization request are read as they were sent', () => {
  const query = '?client_id=client_1&redirect_uri=http%3A%2F%2F127.0.0.1%3A4321%2Fcallback&state=007&other=ignored'
  assert.deepEqual(readAuthorizationRequest(query), {
    clientId: 'client_1',
    redirectUri: 'http://127.0.0.1:4321/callback',
    state: '007',
  })
  assert.deepEqual(readAuthorizationRequest(''), {})
})

test('a request that repeats a parameter cannot be read', () => {
  assert.equal(readAuthorizationRequest('?client_id=a&client_id=b'), undefined)
  assert.equal(readAuthorizationRequest('?state=a&state=a'), undefined)
})
