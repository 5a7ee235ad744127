import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpUrl, timeZone } from './fields.ts'

const zones = 'Europe/Berlin America/Argentina/Ushuaia Asia/Calcutta Etc/GMT+12 EST5EDT GB-Eire W-SU NZ GMT0 Zulu'
/** All IANA zone names of three letters. */
const short = 'CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET utc'

test('an IANA time zone is accepted under each of its names', () => {
  for (const zone of [...zones.split(' '), ...short.split(' ')]) assert.ok(timeZone.safeParse(zone).success, zone)
})

/** Ambiguous abbreviations that the engine accepts: PST may be Pacific, Pakistan, or the Philippines. */
const abbreviations =
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST pst'

test('a name that is not an IANA time zone is refused', () => {
  const others = ['', ' ', 'Mars/Olympus', '+01:00', 'UTC+1', 'GMT+1', 'Europe/Berlin ', 'Europe/', '/', 'Etc/Unknown']
  for (const zone of [...abbreviations.split(' '), ...others]) assert.ok(!timeZone.safeParse(zone).success, zone)
})

test('an address must be a web address, and white space in it is percent-encoded', () => {
  const cases = {
    'https://example.com': 'https://example.com',
    'http://example.com/a b?c=\u00a0d': 'http://example.com/a%20b?c=%C2%A0d',
  }
  for (const [url, written] of Object.entries(cases)) assert.equal(httpUrl.parse(url), written)
  for (const url of ['ftp://example.com', 'example.com', 'https://', ''])
    assert.ok(!httpUrl.safeParse(url).success, url)
})
