import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { isSameValue } from './same-value.ts'

const pairs: [title: string, one: unknown, other: unknown, same: boolean][] = [
  ['texts', 'a', 'a', true],
  ['a text and the number it prints', '1', 1, false],
  ['null and an object', null, {}, false],
  ['null and undefined', null, undefined, false],
  ['lists in the same order', [1, [2]], [1, [2]], true],
  ['lists in another order', [1, 2], [2, 1], false],
  ['a list and a longer one', [1], [1, undefined], false],
  ['a list and an object with the same keys', ['a'], { 0: 'a' }, false],
  ['keys in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
  ['an absent key and undefined', { a: 1 }, { a: 1, b: undefined }, true],
  ['an absent key and null', { a: 1 }, { a: 1, b: null }, false],
  ['an absent key and a value', {}, { a: 1 }, false],
  ['an absent key and one that every object is born with', {}, { toString: 'x' }, false],
  ['the same keys that every object is born with', { constructor: 'x' }, { constructor: 'x' }, true],
  ['an absent key and __proto__', {}, JSON.parse('{"__proto__":{}}'), false],
]

for (const [title, one, other, same] of pairs) {
  test(`${title} ${same ? 'say' : 'do not say'} the same`, () => {
    assert.equal(isSameValue(one, other), same)
    assert.equal(isSameValue(other, one), same)
  })
}

test('values are equal exactly if their sorted JSON is equal', () => {
  const value = fc.letrec((tie) => ({
    leaf: fc.constantFrom(0, 1, 'a', true, null),
    node: fc.oneof(
      { maxDepth: 2 },
      tie('leaf'),
      fc.array(tie('node'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'toString'), tie('node'), { noNullPrototype: true }),
    ),
  })).node
  fc.assert(fc.property(value, value, (one, other) => isSameValue(one, other) === (sorted(one) === sorted(other))))
})

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, own) =>
    typeof own === 'object' && own !== null && !Array.isArray(own)
      ? Object.fromEntries(Object.entries(own).sort(([one], [other]) => (one < other ? -1 : 1)))
      : own,
  )
