import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyring } from '../../platform/secrets/keyring.ts'
import {
  decryptTokens,
  encryptTokens,
  type GrantKey,
  type GrantStatus,
  type GrantUseOutcome,
  nextGrantStatus,
} from './connection.ts'

const rows: [from: GrantStatus, use: GrantUseOutcome, to: GrantStatus][] = [
  ['connected', 'refreshFailed', 'expired'],
  ['connected', 'rejectedAfterRefresh', 'revoked'],
  ['connected', 'failed', 'error'],
  ['expired', 'failed', 'error'],
  ['revoked', 'failed', 'error'],
  ['error', 'failed', 'error'],
  ['connected', 'answered', 'connected'],
  ['expired', 'answered', 'connected'],
  ['error', 'answered', 'connected'],
  ['revoked', 'answered', 'connected'],
  ['error', 'refreshFailed', 'expired'],
  ['revoked', 'refreshFailed', 'revoked'],
]
for (const [from, use, to] of rows) {
  test(`a grant that is ${from} becomes ${to} after a use that ${use}`, () =>
    assert.equal(nextGrantStatus(use, from), to))
}

test('tokens decrypt only in their own row', () => {
  const keyring = createKeyring(Buffer.alloc(32, 1))
  const agent = { key: 1, id: 'a', orgId: 'org' }
  const tokens = { accessToken: 'access', refreshToken: 'refresh' }
  const keys: GrantKey[] = [{ connectionId: 'c' }, { connectionId: 'd' }, { agent, toolId: 'c' }]
  const places = ['org', 'other'].flatMap((id) => keys.map((key) => ({ org: { id }, key })))
  for (const from of places) {
    const sealed = encryptTokens(keyring, from.org, from.key, tokens)
    for (const to of places) {
      const open = () => decryptTokens(keyring, to.org, to.key, sealed)
      if (from === to) assert.deepEqual(open(), tokens)
      else assert.throws(open)
    }
  }
})
