import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localizeTimestamps } from './localize-timestamps.ts'

const local = (at: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

test('timestamps in a text appear in the time zone of the reader, and the rest of the text stays', () => {
  const [one, other] = ['2030-01-31T09:41:00.091Z', '2030-02-01T00:00+02:00']
  assert.equal(localizeTimestamps(`From ${one} until ${other}.`), `From ${local(one)} until ${local(other)}.`)
  const without = 'Room 2030-01-31, at 9:41, 2030-13-45T99:99:00Z'
  assert.equal(localizeTimestamps(without), without)
})
