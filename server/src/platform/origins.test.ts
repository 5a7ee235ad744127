import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesOrigin, readOriginPattern } from './origins.ts'

const readable: [written: string, pattern: string][] = [
  ['https://example.com', 'https://example.com'],
  [' HTTPS://Shop.Example.COM/ ', 'https://shop.example.com'],
  ['https://example.com:443', 'https://example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://*.EXAMPLE.co.uk:8443', 'https://*.example.co.uk:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://*.bücher.example', 'https://*.xn--bcher-kva.example'],
]
for (const [text, pattern] of readable) {
  test(`${text} is read as ${pattern}`, () => assert.deepEqual(readOriginPattern(text), { pattern }))
}

const unreadable = [
  '',
  '*',
  'null',
  'example.com',
  '//example.com',
  'https://',
  'https://*',
  'https://*.',
  'https://*.com',
  'https://*.localhost',
  'https://*.10.0.0.1',
  'https://*.*.example.com',
  'https://shop.*.com',
  'https://shop*.example.com',
  'https://example.com/shop',
  'https://example.com?x',
  'https://example.com#x',
  'https://example.com//',
  'https://example.com\\@evil.net',
  'https://user@example.com',
  'https://example.com.',
  'https://.example.com',
  'https://a..example.com',
  'https://example.com:99999',
  'https://exa mple.com',
  'https://example.com\nhttps://evil.net',
  'https://exam\0ple.com',
  'https://\ud800.com',
  'ftp://example.com',
  'wss://example.com',
  'file:///etc/passwd',
  'chrome-extension://abcdef',
]
for (const text of unreadable) {
  test(`${JSON.stringify(text)} is no origin`, () => {
    const { pattern, problem } = readOriginPattern(text)
    assert.equal(pattern, undefined)
    assert.match(problem ?? '', /^must /)
  })
}

const patterns = [
  'https://example.com',
  'https://*.shop.example',
  'https://bücher.example',
  'http://localhost:3000',
].map((text) => readOriginPattern(text).pattern ?? assert.fail(text))
const origins: [origin: string, matches: boolean][] = [
  ['https://example.com', true],
  ['https://a.shop.example', true],
  ['https://a.b.shop.example', true],
  ['https://xn--bcher-kva.example', true],
  ['http://localhost:3000', true],
  ['http://example.com', false],
  ['https://example.com:8443', false],
  ['https://example.com:443', false],
  ['https://www.example.com', false],
  ['https://evil-example.com', false],
  ['https://example.com.evil.net', false],
  ['https://example.com.', false],
  ['https://example.comm', false],
  ['https://EXAMPLE.com', false],
  ['HTTPS://example.com', false],
  ['https://bücher.example', false],
  ['https://shop.example', false],
  ['https://evilshop.example', false],
  ['https://.shop.example', false],
  ['https://*.shop.example', false],
  ['https://a.shop.example:8443', false],
  ['http://a.shop.example', false],
  ['https://a.shop.example.', false],
  ['https://a.shop.example.evil.net', false],
  ['https://evil.net/.shop.example', false],
  ['https://evil.net#.shop.example', false],
  ['https://user@a.shop.example', false],
  ['https://example.com/', false],
  ['https://example.com, https://evil.net', false],
  ['http://localhost', false],
  ['http://localhost:3001', false],
  ['null', false],
  ['', false],
  ['file://', false],
]
for (const [origin, matches] of origins) {
  test(`the origin ${JSON.stringify(origin)} ${matches ? 'matches' : 'does not match'}`, () => {
    assert.equal(matchesOrigin(patterns, origin), matches)
  })
}

test('what a browser sends for a readable origin matches it', () => {
  for (const [text, pattern] of readable) {
    if (pattern.includes('*')) continue
    assert.ok(matchesOrigin([pattern], new URL(text.trim()).origin), text)
  }
})
