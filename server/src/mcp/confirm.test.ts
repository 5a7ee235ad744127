import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createKeyring } from '../platform/secrets/keyring.ts'
import { stillWorld } from '../platform/world.ts'
import { createConfirmations } from './run-tool.ts'

const world = stillWorld('2030-01-31T12:00:00Z')
const keyring = (seed: number) => createKeyring(Buffer.alloc(32, seed))
const { issue, verify } = createConfirmations(keyring(7), world.now)

test('a confirmation token is valid only for the value it was issued for', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const word = issue(one)
      assert.ok(verify(word, one))
      assert.equal(verify(word, other), JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})

test('any other value is not a valid confirmation token', () => {
  const word = issue('this')
  const later = word.replace(/^\w+/, (until) => (Number.parseInt(until, 36) + 60).toString(36))
  for (const given of [undefined, null, 7, '', 'yes', {}, [word], `${word}x`, word.slice(1), later])
    assert.equal(verify(given, 'this'), false, String(given))
  fc.assert(fc.property(fc.string(), (given) => assert.equal(verify(given, 'this'), false)))
  assert.equal(createConfirmations(keyring(8), world.now).verify(word, 'this'), false, 'another installation')
})

test('a confirmation token is valid for 15 minutes', () => {
  const word = issue('this')
  world.advance(14 * 60_000)
  assert.ok(verify(word, 'this'))
  world.advance(2 * 60_000)
  assert.equal(verify(word, 'this'), false)
})
