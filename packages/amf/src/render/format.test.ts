import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatEventTime, formatMoney, formatTimeValue, formatTimeValues, resolveLocale } from './format.ts'

const at = (iso: string, tz: string) => ({ iso, tz })

const times: [iso: string, tz: string, locale: string, text: string][] = [
  ['2027-03-04T12:30:00-08:00', 'America/New_York', 'en-US', 'Thu, Mar 4, 3:30 PM'],
  ['2027-07-01T23:40:00Z', 'America/Los_Angeles', 'en-US', 'Thu, Jul 1, 4:40 PM'],
  ['2027-01-15T23:40:00Z', 'America/Los_Angeles', 'en-US', 'Fri, Jan 15, 3:40 PM'],
  ['2027-06-10T01:05:00+09:00', 'Europe/Paris', 'fr-FR', 'mer. 9 juin, 18:05'],
  ['2027-06-10T18:20:00-04:00', 'Asia/Kolkata', 'en-GB', 'Fri 11 Jun, 3:50'],
]
for (const [iso, tz, locale, text] of times) {
  test(`${iso} in ${tz} reads ${text} in ${locale}`, () => assert.equal(formatTimeValue(at(iso, tz), locale), text))
}

test('times of several years or zones include the year or the zone', () => {
  const texts = formatTimeValues(
    [at('2027-12-31T12:00:00Z', 'UTC'), at('2028-01-01T12:00:00Z', 'Europe/Berlin')],
    'en-US',
  )
  assert.match(texts[0] ?? '', /2027.*UTC/)
  assert.match(texts[1] ?? '', /2028.*GMT\+1/)
})

test('a time that is too long for a chip omits its weekday', () => {
  const times = [at('2027-09-29T12:30:00Z', 'UTC'), at('2027-10-02T09:00:00Z', 'UTC')]
  assert.deepEqual(formatTimeValues(times, 'en-US', 20), ['Sep 29, 12:30 PM', 'Oct 2, 9:00 AM'])
  assert.deepEqual(formatTimeValues(times, 'en-US', 25), ['Wed, Sep 29, 12:30 PM', 'Sat, Oct 2, 9:00 AM'])
})

test('an event within a day names the day once', () => {
  const start = at('2027-03-04T15:30:00-05:00', 'America/New_York')
  const end = at('2027-03-04T17:30:00-05:00', 'America/New_York')
  assert.equal(formatEventTime({ title: 'E', start, end }, 'en-US'), 'Thu, Mar 4, 2027, 3:30 PM EST - 5:30 PM')
  assert.match(
    formatEventTime({ title: 'E', start, end: { ...end, iso: '2027-03-06T17:30:00Z' } }, 'en-US'),
    /Sat, Mar 6/,
  )
})

const amounts: [amount: string, currency: string, locale: string, text: string][] = [
  ['0.10', 'USD', 'en-US', '$0.10'],
  ['1500', 'JPY', 'en-US', '¥1,500'],
  ['19.9', 'GBP', 'en-US', '£19.90'],
  ['1234.50', 'EUR', 'de-DE', '1.234,50 €'],
  ['1234.567', 'USD', 'en-US', '$1,234.567'],
  ['123456789012345.67', 'USD', 'en-US', '$123,456,789,012,345.67'],
]
for (const [amount, currency, locale, text] of amounts) {
  test(`${amount} ${currency} reads ${text} in ${locale}`, () =>
    assert.equal(formatMoney({ amount, currency }, locale), text))
}

test('an unknown locale falls back to English', () => {
  assert.equal(resolveLocale('not a locale'), 'en-US')
  assert.equal(resolveLocale(undefined), 'en-US')
  assert.equal(resolveLocale('pt-br'), 'pt-BR')
})
