import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessTimeZone } from './guess-time-zone.ts'

const cases: [number: string, zone: string | undefined][] = [
  ['+12025550143', 'America/New_York'],
  ['+12125550143', 'America/New_York'],
  ['+14155550143', 'America/Los_Angeles'],
  ['+13125550143', 'America/Chicago'],
  ['+13035550143', 'America/Denver'],
  ['+16025550143', 'America/Phoenix'],
  ['+18085550143', 'Pacific/Honolulu'],
  ['+19075550143', 'America/Anchorage'],
  ['+15145550143', 'America/Toronto'],
  ['+16045550143', 'America/Vancouver'],
  ['+17875550143', 'America/Puerto_Rico'],
  ['+18765550143', 'America/Jamaica'],
  ['+15555550143', 'America/New_York'],
  ['+442079460000', 'Europe/London'],
  ['+77012345678', 'Asia/Almaty'],
  ['+79161234567', 'Europe/Moscow'],
  ['+73832345678', 'Asia/Novosibirsk'],
  ['+5511912345678', 'America/Sao_Paulo'],
  ['+5592912345678', 'America/Manaus'],
  ['+61412345678', 'Australia/Sydney'],
  ['+61891234567', 'Australia/Perth'],
  ['+3545551234', 'Atlantic/Reykjavik'],
  ['+88216555555', undefined],
  ['12025550143', undefined],
  ['', undefined],
]
for (const [number, zone] of cases) {
  test(`${number || 'nothing'} is probably in ${zone ?? 'no zone that is known'}`, () => {
    assert.equal(guessTimeZone(number), zone)
  })
}

test('every code maps to an existing zone', () => {
  const zones = new Set<string>()
  for (let code = 1; code < 10_000; code++) zones.add(guessTimeZone(`+${code}5550143`) ?? 'UTC')
  for (const timeZone of zones) assert.ok(new Intl.DateTimeFormat('en', { timeZone }))
})
