import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMask } from './mask.ts'

test('a secret is masked as text, in JSON, in a URL and in a form, also without its scheme', () => {
  const mask = createMask(['Bearer se"cret/1 2'])
  assert.equal(mask('sent se"cret/1 today'), 'sent *** today')
  assert.equal(mask(JSON.stringify({ you: 'Bearer se"cret/1 2' })), '{"you":"***"}')
  assert.equal(mask('?a=se%22cret%2F1&b'), '?a=***&b')
  assert.equal(createMask(['top secret!'])('v=top+secret%21'), 'v=***')
})

test('the longer of two secrets is masked first, and the name of a scheme is not a secret', () => {
  assert.equal(createMask(['secret', 'secret-and-more'])('a secret-and-more b'), 'a *** b')
  assert.equal(createMask(['Bearer token-123'])('Bearer of news: token-123'), 'Bearer of news: ***')
})

test('a secret that is too short to tell from ordinary words is left alone', () => {
  assert.equal(createMask(['on', ''])('on and on'), 'on and on')
})
