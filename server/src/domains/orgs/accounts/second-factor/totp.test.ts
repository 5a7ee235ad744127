import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildOtpauthUrl, computeHotp, computeTotpStep, encodeBase32, matchTotpStep } from './second-factor.ts'

/** The test vectors of RFC 4226, appendix D; RFC 6238, appendix B; and RFC 4648, section 10. */

const secret = Buffer.from('12345678901234567890')

test('counters produce the values of RFC 4226', () => {
  const values = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  assert.deepEqual(
    values.map((_, counter) => computeHotp(secret, counter)),
    values,
  )
})

const times: [seconds: number, value: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]
for (const [seconds, value] of times) {
  test(`at ${seconds} seconds the code is that of RFC 6238`, () => {
    assert.equal(computeHotp(secret, computeTotpStep(new Date(seconds * 1000)), 8), value)
  })
}

test('a code is valid for its step, the previous and the next one, and for no other', () => {
  const now = new Date('2030-01-31T09:00:10Z')
  const step = computeTotpStep(now)
  for (const near of [-1, 0, 1]) assert.equal(matchTotpStep(secret, computeHotp(secret, step + near), now), step + near)
  for (const far of [-2, 2, 100]) assert.equal(matchTotpStep(secret, computeHotp(secret, step + far), now), undefined)
  for (const odd of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    assert.equal(matchTotpStep(secret, odd, now), undefined)
})

test('base32 produces the values of RFC 4648, without padding', () => {
  const values = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
  for (const [text, value] of Object.entries(values)) assert.equal(encodeBase32(Buffer.from(text)), value)
})

test('the link contains everything that an app needs', () => {
  const url = new URL(buildOtpauthUrl(secret, { email: 'ada@example.com', org: 'demo' }))
  assert.equal(decodeURIComponent(url.pathname), '//totp/Parley:ada@example.com (demo)'.slice(url.host ? 6 : 0))
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    ...{ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', issuer: 'Parley', algorithm: 'SHA1' },
    ...{ digits: '6', period: '30' },
  })
})
