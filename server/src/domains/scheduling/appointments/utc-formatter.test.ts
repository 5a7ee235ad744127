import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createUtcFormatter } from './find-open-slots.ts'

test('times are formatted as the language itself formats them', () => {
  const written = createUtcFormatter()
  const minutes = fc.integer({ min: -100_000_000, max: 200_000_000 }).map((minute) => minute * 60_000)
  const milliseconds = fc.integer({ min: -1_000_000_000_000, max: 7_000_000_000_000 })
  fc.assert(
    fc.property(fc.oneof(minutes, milliseconds), (time) => {
      assert.equal(written(time), new Date(time).toISOString())
    }),
  )
})
