import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { buildReturnUrl } from './grant-flow.ts'

/** returnTo must be on an allow-listed host. */

const hosts = ['app.example.com', 'localhost:3000']
const result = { toolId: '@svc/calendar' }

const allowed: [returnTo: string, leadsTo: string][] = [
  ['https://app.example.com', 'https://app.example.com/?oauthStatus=success&toolId=%40svc%2Fcalendar'],
  [
    'https://APP.example.com:443/a?b=c#d',
    'https://app.example.com/a?b=c&oauthStatus=success&toolId=%40svc%2Fcalendar#d',
  ],
  ['http://localhost:3000/x', 'http://localhost:3000/x?oauthStatus=success&toolId=%40svc%2Fcalendar'],
  [
    'https://app.example.com/?oauthStatus=error&reason=old&connectionId=x',
    'https://app.example.com/?oauthStatus=success&toolId=%40svc%2Fcalendar',
  ],
]
for (const [returnTo, leadsTo] of allowed) {
  test(`${returnTo} is an allowed redirect target`, () =>
    assert.equal(buildReturnUrl(returnTo, hosts, result), leadsTo))
}

const ignored = [
  ...['', '/', '/path', '//evil.example', '//app.example.com', 'app.example.com', 'javascript:alert(1)', 'data:,x'],
  ...['https://evil.example', 'https://evil.example/https://app.example.com', 'https://app.example.com.evil.example'],
  ...['https://evil.example#@app.example.com', 'https://evil.example?app.example.com', 'https://eviI@app.example.com'],
  ...['https://app.example.com:pw@evil.example', 'https://app.example.com@evil.example', 'https://:x@app.example.com'],
  ...['https:\\\\evil.example', 'https://app.example.com\\@evil.example', 'https://evil.example\\.app.example.com'],
  ...['\\\\evil.example', 'https://app.example.com:8443', 'http://localhost', 'ftp://app.example.com', 'https://'],
  ...['https://app.example.com%2eevil.example', 'https://app。example。com.evil.example', 'https://xapp.example.com'],
]
for (const returnTo of ignored) {
  test(`${JSON.stringify(returnTo)} is not an allowed redirect target`, () =>
    assert.equal(buildReturnUrl(returnTo, hosts, result), undefined))
}

test('no redirect ever leads to a host outside the list', () => {
  const piece = fc.constantFrom(
    'https:',
    'http:',
    '/',
    '//',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '.',
    'evil.example',
    ...hosts,
    '\t',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const address = buildReturnUrl(pieces.join(''), hosts, result)
      assert.ok(address === undefined || hosts.includes(new URL(address).host), address)
    }),
  )
})

test('a failure redirects with its reason', () => {
  const address = buildReturnUrl('https://app.example.com/', hosts, { reason: 'access_denied' })
  assert.equal(address, 'https://app.example.com/?oauthStatus=error&reason=access_denied')
})
