import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { realWorld } from '../world.ts'
import { createKeyring } from './keyring.ts'
import { generateToken, hashToken } from './tokens.ts'

const keyring = createKeyring(Buffer.alloc(32, 1))
const other = createKeyring(Buffer.alloc(32, 2))

test('an encrypted value decrypts with the same key and subject, and two encryptions never look the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, about) => {
      const well = plain.toWellFormed()
      const sealed = keyring.encrypt(well, about)
      assert.equal(keyring.decrypt(sealed, about), well)
      assert.notDeepEqual(keyring.encrypt(well, about), sealed)
    }),
  )
})

test('another key, another subject or a changed byte fails to decrypt', () => {
  const sealed = keyring.encrypt('secret', 'about')
  assert.ok(!sealed.includes('secret'))
  assert.throws(() => other.decrypt(sealed, 'about'))
  assert.throws(() => keyring.decrypt(sealed, 'elsewhere'))
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] as number) ^ 1
    assert.throws(() => keyring.decrypt(changed, 'about'), `byte ${index}`)
  }
  assert.throws(() => keyring.decrypt(Buffer.alloc(3), 'about'))
})

test('a key id identifies a key without revealing it', () => {
  assert.notEqual(keyring.fingerprint, other.fingerprint)
  assert.equal(keyring.fingerprint, createKeyring(Buffer.alloc(32, 1)).fingerprint)
  assert.throws(() => createKeyring(Buffer.alloc(16)), /32 bytes/)
})

test('tokens have their prefix and length, are unique, and use every letter', () => {
  const tokens = Array.from({ length: 2000 }, () => generateToken(realWorld, 'sk-svc-'))
  assert.equal(new Set(tokens).size, tokens.length)
  for (const token of tokens) assert.match(token, /^sk-svc-[0-9A-Za-z]{32}$/)
  assert.equal(new Set(tokens.join('').replaceAll('sk-svc-', '')).size, 62)
  assert.equal(hashToken('x').length, 32)
})
