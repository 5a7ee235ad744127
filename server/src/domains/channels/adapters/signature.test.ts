import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import { isSigned, type Seal, sameSecret, signatureOf } from './signature.ts'

const seal: Seal = { algorithm: 'sha256', key: 'key', encoding: 'hex' }
/** RFC 2104 by hand: HMAC-SHA256 of the well-known sentence. */
const known = 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8'

test('a signature is the HMAC of all pieces in a row', () => {
  assert.equal(signatureOf(seal, 'The quick brown fox ', Buffer.from('jumps over the lazy dog')), known)
  assert.equal(
    signatureOf({ ...seal, encoding: 'base64' }, 'The quick brown fox jumps over the lazy dog'),
    Buffer.from(known, 'hex').toString('base64'),
  )
})

test('a key object signs as its bytes do', () => {
  const key = createSecretKey(Buffer.from('key'))
  assert.equal(signatureOf({ ...seal, key }, 'x'), signatureOf(seal, 'x'))
})

test('only the right signature of the right content is believed', () => {
  const signature = signatureOf(seal, 'content')
  assert.ok(isSigned(seal, signature, 'content'))
  assert.ok(!isSigned(seal, signature, 'other'))
  assert.ok(!isSigned({ ...seal, key: 'other' }, signature, 'content'))
  for (const odd of [undefined, '', signature.slice(1), `${signature}0`, 'ü'])
    assert.ok(!isSigned(seal, odd, 'content'))
})

test('an empty key signs nothing', () => {
  const empty: Seal = { ...seal, key: '' }
  assert.ok(!isSigned(empty, signatureOf(empty, 'content'), 'content'))
})

test('secrets are the same or not', () => {
  assert.ok(sameSecret('ä', 'ä'))
  assert.ok(!sameSecret('a', 'b'))
  assert.ok(!sameSecret('a', 'aa'))
})
