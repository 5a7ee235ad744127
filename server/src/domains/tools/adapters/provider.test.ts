import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { ToolError } from '../adapter.ts'
import { encodeSegment, omitEmpty } from './provider.ts'

test('a segment of a path stays one segment, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (segment) => {
      fc.pre(!/^\.{1,2}$/.test(segment))
      const { pathname, search, hash } = new URL(`/a/${encodeSegment(segment)}/z`, 'https://api.example.com')
      const [, first, encoded = '', last, ...more] = pathname.split('/')
      assert.deepEqual([first, decodeURIComponent(encoded), last], ['a', segment, 'z'])
      assert.deepEqual([more, search, hash], [[], '', ''])
    }),
  )
})

for (const segment of ['', '.', '..', '\ud800']) {
  test(`${JSON.stringify(segment)} is refused as a segment of a path`, () => {
    assert.throws(
      () => encodeSegment(segment),
      (error) => error instanceof ToolError && error.kind === 'invalid' && /is not a valid id\./.test(error.message),
    )
  })
}

test('false and zero are values, and empty fields are omitted', () => {
  const fields = { a: false, b: 0, c: '', d: null, e: undefined, f: 'x', g: [] }
  assert.deepEqual(omitEmpty(fields), { a: false, b: 0, f: 'x', g: [] })
})
