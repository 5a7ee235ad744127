import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { assertStorable, readJson } from './body.ts'
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
    assert.deepEqual([refused?.status, refused?.details.errors?.map((error) => error.field)], [422, [field]])
  })
}

test('any storable body passes, whatever its form', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!text.includes('__proto__'))
      assert.equal(refusalOf(JSON.parse(text)), undefined)
    }),
    { examples: [[{ a: [[], {}, [{}]] }]] },
  )
})

test('64 levels pass, 65 do not, and the maximum is one value for each 32 bytes of the limit', () => {
  const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  assert.equal(refusalOf(nested(64)), undefined)
  assert.equal(refusalOf(nested(65))?.status, 400)
  assert.equal(refusalOf(Array(65_536).fill(0)), undefined)
  assert.equal(refusalOf(Array(65_537).fill(0))?.status, 413)
})

test('a body of too many values is refused before parsing, whatever its strings contain', () => {
  const read = (text: string, most: number) => readJson(Buffer.from(text), 'application/json', most)
  const refused = (text: string, most: number) => refusalBy(() => read(text, most))?.status
  // Unterminated, so that a parser would answer 400.
  assert.deepEqual([refused('[1,2,3,4', 3), refused('[1,2,3,4', 4)], [413, 400])
  assert.equal(refused('{"a":{"b":[{', 3), 413)
  assert.deepEqual(read('["a,[{\\",[{,","[[[[{{{{,,,,é😀\\\\",3]', 3), ['a,[{",[{,', '[[[[{{{{,,,,é😀\\', 3])
  assert.equal(refused('["\\\\",1,2,3]', 3), 413)
})

test('an object of more than 10,000 keys is refused before parsing, and many small ones are not', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":{"a":"}{,:"}`).join()
  const read = (text: string) => refusalBy(() => readJson(Buffer.from(text), 'application/json'))?.status
  assert.equal(read(`{${keys(10_000)}}`), undefined)
  // Unterminated, so that a parser would answer 400.
  assert.equal(read(`{"a":[{${keys(10_001)}`), 413)
  assert.equal(read(`[{${keys(6_000)}},{${keys(6_000)}}]`), undefined)
})

test('the estimated number of values is never below the number in the body', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!text.includes('__proto__'))
      const values = countOf(value)
      const bytes = Buffer.from(text)
      if (values > 0) assert.equal(refusalBy(() => readJson(bytes, 'application/json', values - 1))?.status, 413)
      assert.equal(
        refusalBy(() => readJson(bytes, 'application/json', 2 * values + 1)),
        undefined,
      )
    }),
  )
})

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.reduce((sum: number, each) => sum + countOf(each), inner.length)
}

const refusalOf = (value: unknown): Problem | undefined => refusalBy(() => assertStorable(value))

function refusalBy(act: () => unknown): Problem | undefined {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}
