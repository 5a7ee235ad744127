import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAmlTime, printAmlTime } from './time.ts'

const zones: [written: string, iso: string, tz: string][] = [
  ['2027-03-04T09:30:00Z', '2027-03-04T09:30:00Z', 'UTC'],
  ['2027-03-04t09:30:00z', '2027-03-04T09:30:00Z', 'UTC'],
  ['2027-03-04T09:30:00+00:00', '2027-03-04T09:30:00+00:00', 'UTC'],
  ['2027-03-04T09:30:00-00:00', '2027-03-04T09:30:00-00:00', 'UTC'],
  ['2027-03-04T09:30:00-05:00', '2027-03-04T09:30:00-05:00', 'Etc/GMT+5'],
  ['2027-03-04T09:30:00+14:00', '2027-03-04T09:30:00+14:00', 'Etc/GMT-14'],
  ['2027-03-04T09:30:00+15:00', '2027-03-04T09:30:00+15:00', 'UTC'],
  ['2027-03-04 09:30 +0530', '2027-03-04T09:30+05:30', 'Asia/Kolkata'],
  ['2027-03-04T09:30-0330', '2027-03-04T09:30-03:30', 'America/St_Johns'],
  ['2027-07-04T09:30-02:30', '2027-07-04T09:30-02:30', 'America/St_Johns'],
  ['2027-07-04T09:30-03:30', '2027-07-04T09:30-03:30', 'UTC'],
  ['2027-03-04T09:30+10:30', '2027-03-04T09:30+10:30', 'Australia/Adelaide'],
  ['2027-07-04T09:30+10:30', '2027-07-04T09:30+10:30', 'Australia/Lord_Howe'],
  ['2027-03-04T09:30+13:45', '2027-03-04T09:30+13:45', 'Pacific/Chatham'],
  ['2027-07-04T09:30+12:45', '2027-07-04T09:30+12:45', 'Pacific/Chatham'],
  ['2027-03-04T09:30+05', '2027-03-04T09:30+05:00', 'Etc/GMT-5'],
  ['2027-03-04T09:30+01:15', '2027-03-04T09:30+01:15', 'UTC'],
  ['2027-03-04T09:30:00,5Z', '2027-03-04T09:30:00.5Z', 'UTC'],
  ['2027-03-04T09:30:00-05:00[America/New_York]', '2027-03-04T09:30:00-05:00', 'America/New_York'],
  ['2027-03-04T09:30:00-05:00 [!America/New_York]', '2027-03-04T09:30:00-05:00', 'America/New_York'],
]
for (const [written, iso, tz] of zones) {
  test(`${written} is in ${tz}`, () => assert.deepEqual(parseAmlTime(written, undefined), { iso, tz }))
}

test('the zone of the caller takes precedence over that of the offset, and a zone in brackets over both', () => {
  assert.deepEqual(parseAmlTime('2027-03-04T09:30Z', 'Europe/Berlin'), {
    iso: '2027-03-04T09:30Z',
    tz: 'Europe/Berlin',
  })
  assert.deepEqual(parseAmlTime('2027-03-04T09:30Z[Asia/Tokyo]', 'Europe/Berlin'), {
    iso: '2027-03-04T09:30Z',
    tz: 'Asia/Tokyo',
  })
})

for (const written of [
  '',
  'noon',
  '2027-03-04',
  '2027-03-04T09:30',
  '2027-02-29T09:30Z',
  '2027-03-04T25:30Z',
  '2027-03-04T09:30Z[Nowhere]',
  '2027-03-04T09:30Z x',
  `2027-03-04${' '.repeat(5000)}09:30Z`,
]) {
  test(`${JSON.stringify(written).slice(0, 40)} is not a time`, () =>
    assert.ok('unreadable' in parseAmlTime(written, undefined)))
}

test('a zone is printed if the offset does not imply it', () => {
  assert.equal(printAmlTime({ iso: '2027-03-04T09:30-05:00', tz: 'Etc/GMT+5' }), '2027-03-04T09:30-05:00')
  assert.equal(
    printAmlTime({ iso: '2027-03-04T09:30-05:00', tz: 'America/Lima' }),
    '2027-03-04T09:30-05:00[America/Lima]',
  )
})
