import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMask, maskBody } from './mask.ts'

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

test('a secret is masked where a service escapes slashes, letters or HTML', () => {
  const mask = createMask(['https://hooks.example.com/a?b&c', 'schlüssel-1'])
  assert.equal(mask('{"url":"https:\\/\\/hooks.example.com\\/a?b&c"}'), '{"url":"***"}')
  assert.equal(mask('<p>https://hooks.example.com/a?b&amp;c</p>'), '<p>***</p>')
  assert.equal(mask(String.raw`{"key":"schl\u00fcssel-1"}`), '{"key":"***"}')
})

test('a masked body stays JSON, even if the secret looks like a number or like JSON', () => {
  const mask = createMask(['123456', '":["abc'])
  const body = maskBody('{"id":123456,"more":[1234567,true,null],"x":["abc"]}', mask)
  assert.deepEqual(JSON.parse(body), { id: '***', more: ['***7', true, null], x: ['abc'] })
  assert.equal(maskBody('plain 123456', mask), 'plain ***')
  const untouched = '{"a" : 1}'
  assert.equal(maskBody(untouched, mask), untouched)
})
