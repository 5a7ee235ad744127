import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { refuseUnstorable } from './body.ts'
import { Problem } from './problem.ts'

const faults: [title: string, value: unknown, field: string][] = [
  ['NUL in a text', { a: [{ b: 'x\u0000' }] }, 'a[0].b'],
  ['half of a surrogate pair', ['fine', '\ud800'], '[1]'],
  ['a key with NUL', { a: { 'k\u0000': 1 } }, 'a.k�'],
  ['the key __proto__', JSON.parse('{ "a": { "__proto__": 1 } }'), 'a.__proto__'],
  ['a number beyond all', { a: { b: JSON.parse('1e999') } }, 'a.b'],
  ['a text that is the whole body', '\u0000', 'body'],
]
for (const [title, value, field] of faults) {
  test(`${title} is refused at ${field}`, () => {
    const refused = refusalOf(value)
    assert.deepEqual([refused?.status, refused?.more.errors?.map((error) => error.field)], [422, [field]])
  })
}

test('what can be stored passes, whatever its form', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!text.includes('__proto__'))
      assert.equal(refusalOf(JSON.parse(text)), undefined)
    }),
    { examples: [[{ a: [[], {}, [{}]] }]] },
  )
})

test('64 levels pass, 65 do not, and a million values are the most', () => {
  const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  assert.equal(refusalOf(nested(64)), undefined)
  assert.equal(refusalOf(nested(65))?.status, 400)
  assert.equal(refusalOf(Array(1_000_000).fill(0)), undefined)
  assert.equal(refusalOf(Array(1_000_001).fill(0))?.status, 413)
})

function refusalOf(value: unknown): Problem | undefined {
  try {
    refuseUnstorable(value)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}
