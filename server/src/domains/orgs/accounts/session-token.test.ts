import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createKeyring } from '../../../platform/secrets/keyring.ts'
import { sessionHours, signSessionToken, verifySessionToken } from './session-token.ts'

const keyring = createKeyring(Buffer.alloc(32, 7))
const now = new Date('2030-01-31T09:00:00Z')
const session = { id: 'ses_1', userId: 'usr_1', orgId: 'demo', epoch: 3 }
const { token, expiresAt } = await signSessionToken(session, keyring, now)
const [head = '', claims = '', signature = ''] = token.split('.')

test('a session token is read as it was signed, until it expires', async () => {
  assert.deepEqual(await verifySessionToken(token, keyring, now), session)
  assert.equal(expiresAt.getTime() - now.getTime(), sessionHours * 3_600_000)
  assert.equal(await verifySessionToken(token, keyring, new Date(expiresAt.getTime() + 1_000)), undefined)
  assert.equal(await verifySessionToken(token, createKeyring(Buffer.alloc(32, 8)), now), undefined)
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')
const algorithms = fc.constantFrom('none', 'HS256', 'HS512', 'RS256', '', 'hs256')
const heads = fc.oneof(
  algorithms.map((alg) => encoded({ alg, typ: 'JWT' })),
  fc.anything().map(encoded),
  fc.constant(head),
)
const bodies = fc.oneof(
  fc.record({ sub: fc.string(), org: fc.string(), epoch: fc.integer(), exp: fc.integer() }).map(encoded),
  fc.anything().map(encoded),
  fc.constant(claims),
)
const seals = fc.oneof(fc.constantFrom('', 'AA', signature), fc.base64String())

test('a token that we have not signed is never a session, and never causes an exception', async () => {
  const forged = fc.tuple(heads, bodies, seals).map((parts) => parts.join('.'))
  await fc.assert(
    fc.asyncProperty(fc.oneof(forged, fc.string({ unit: 'binary' })), async (text) => {
      if (text !== token) assert.equal(await verifySessionToken(text, keyring, now), undefined)
    }),
    { numRuns: 300 },
  )
})
