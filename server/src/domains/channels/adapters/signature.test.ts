import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import { createSignature, isSameSecret, type SignatureScheme, verifySignature } from './webhook-request.ts'

const seal: SignatureScheme = { algorithm: 'sha256', key: 'key', encoding: 'hex' }
/** The known HMAC-SHA256 (RFC 2104) of the pangram below. */
const known = 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8'

test('a signature is the HMAC of all parts in order', () => {
  assert.equal(createSignature(seal, 'The quick brown fox ', Buffer.from('jumps over the lazy dog')), known)
  assert.equal(
    createSignature({ ...seal, encoding: 'base64' }, 'The quick brown fox jumps over the lazy dog'),
    Buffer.from(known, 'hex').toString('base64'),
  )
})

test('a key object produces the same signature as its bytes', () => {
  const key = createSecretKey(Buffer.from('key'))
  assert.equal(createSignature({ ...seal, key }, 'x'), createSignature(seal, 'x'))
})

test('only the right signature of the right content is accepted', () => {
  const signature = createSignature(seal, 'content')
  assert.ok(verifySignature(seal, signature, 'content'))
  assert.ok(!verifySignature(seal, signature, 'other'))
  assert.ok(!verifySignature({ ...seal, key: 'other' }, signature, 'content'))
  for (const odd of [undefined, '', signature.slice(1), `${signature}0`, 'ü'])
    assert.ok(!verifySignature(seal, odd, 'content'))
})

test('an empty key produces no signature', () => {
  const empty: SignatureScheme = { ...seal, key: '' }
  assert.ok(!verifySignature(empty, createSignature(empty, 'content'), 'content'))
})

test('secrets compare as equal or different', () => {
  assert.ok(isSameSecret('ä', 'ä'))
  assert.ok(!isSameSecret('a', 'b'))
  assert.ok(!isSameSecret('a', 'aa'))
})
