import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpUrl, timeZone } from './fields.ts'

const zones = 'Europe/Berlin America/Argentina/Ushuaia Asia/Calcutta Etc/GMT+12 EST5EDT GB-Eire W-SU NZ GMT0 Zulu'
/** All that have three letters. */
const short = 'CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET utc'

test('an IANA time zone is taken under each of its names', () => {
  for (const zone of [...zones.split(' '), ...short.split(' ')]) assert.ok(timeZone.safeParse(zone).success, zone)
})

/** What the engine knows of its own: Pacific, or Pakistan, or the Philippines? */
const abbreviations =
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST pst'

test('what is no IANA time zone is refused', () => {
  const others = ['', ' ', 'Mars/Olympus', '+01:00', 'UTC+1', 'GMT+1', 'Europe/Berlin ', 'Europe/', '/', 'Etc/Unknown']
  for (const zone of [...abbreviations.split(' '), ...others]) assert.ok(!timeZone.safeParse(zone).success, zone)
})

test('an address is of the web, and has no white space, which a browser would mend and others would not', () => {
  for (const url of ['https://example.com', 'http://example.com/a?b=c%20d'])
    assert.ok(httpUrl.safeParse(url).success, url)
  const others = [
    'ftp://example.com',
    'https://example.com/a b',
    'https://example.com/a\nb',
    ' https://example.com',
    '',
  ]
  for (const url of others) assert.ok(!httpUrl.safeParse(url).success, url)
})
