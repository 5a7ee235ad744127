import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { parsePageToken, toListPage } from './page.ts'
import { Problem } from './problem.ts'

const times = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})
const ids = fc.string({ unit: 'grapheme' }).filter((id) => id.isWellFormed() && !id.includes('\u0000'))

test('a page token continues where its page ended', () => {
  fc.assert(
    fc.property(times, ids, (at, id) => {
      const rows = [
        { at, id },
        { at, id: 'one more' },
      ]
      const { data, nextPageToken } = toListPage(
        rows,
        1,
        (row) => row,
        (row) => row.id,
      )
      assert.deepEqual(data, [id])
      assert.deepEqual(parsePageToken(nextPageToken), { at, id })
    }),
  )
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')
const near = fc.tuple(fc.oneof(fc.constant('2030-01-31T09:00:00Z'), fc.string()), fc.anything()).map(encoded)

test('any other token is refused by name, or decodes to a time and an id that can be queried', () => {
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: 'binary' }), fc.json().map(encoded)), (token) => {
      try {
        const cursor = parsePageToken(token)
        assert.ok(cursor && Number.isFinite(cursor.at.getTime()))
        assert.ok(cursor.id.isWellFormed() && !cursor.id.includes('\u0000'))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        assert.deepEqual([error.status, error.details.errors?.[0]?.field], [422, 'pageToken'])
      }
    }),
    { numRuns: 200 },
  )
})
