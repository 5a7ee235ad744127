import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likelyZone } from './likely-zone.ts'

const cases: [number: string, zone: string | undefined][] = [
  ['+12025550143', 'America/New_York'],
  ['+442079460000', 'Europe/London'],
  ['+77012345678', 'Asia/Almaty'],
  ['+79161234567', 'Europe/Moscow'],
  ['+3545551234', 'Atlantic/Reykjavik'],
  ['+88216555555', undefined],
  ['12025550143', undefined],
  ['', undefined],
]
for (const [number, zone] of cases) {
  test(`${number || 'nothing'} is likely to be in ${zone ?? 'no zone that is known'}`, () => {
    assert.equal(likelyZone(number), zone)
  })
}

test('every code leads to a zone that there is', () => {
  for (let code = 1; code < 1000; code++) {
    const timeZone = likelyZone(`+${code}5550143`)
    if (timeZone !== undefined) assert.ok(new Intl.DateTimeFormat('en', { timeZone }))
  }
})
