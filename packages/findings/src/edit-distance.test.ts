import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { editDistance, findNearestName } from './edit-distance.ts'

const cases: [one: string, other: string, distance: number][] = [
  ['', '', 0],
  ['card', 'card', 0],
  ['', 'card', 4],
  ['cart', 'card', 1],
  ['crd', 'card', 1],
  ['carrd', 'card', 1],
  ['crad', 'card', 1],
  ['kitten', 'sitting', 3],
]

for (const [one, other, distance] of cases) {
  test(`“${one}” and “${other}” are ${distance} edits apart`, () => {
    assert.equal(editDistance(one, other), distance)
  })
}

test('without swaps, two letters in the wrong order are two edits', () => {
  assert.equal(editDistance('crad', 'card', { swaps: false }), 2)
})

test('words of very different lengths are not compared', () => {
  assert.equal(editDistance('a', 'calendar', { most: 2 }), 3)
})

test('the distance is symmetric, and at most the length of the longer word', () => {
  const word = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      assert.equal(editDistance(one, one), 0)
      assert.equal(editDistance(one, other), editDistance(other, one))
      assert.ok(editDistance(one, other) <= Math.max(one.length, other.length))
    }),
  )
})

const names = ['export', 'import', 'list', 'lint', 'firstName', 'sign-in']
const meant: [typed: string, name: string | undefined][] = [
  ['exprt', 'export'],
  ['ipmort', 'import'],
  ['LIST', 'list'],
  ['exp', 'export'],
  ['fristName', 'firstName'],
  ['first_name', 'firstName'],
  ['signin', 'sign-in'],
  ['banana', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['x'.repeat(1_000_000), undefined],
]
for (const [typed, name] of meant) {
  test(`“${typed.slice(0, 20)}” was meant to be ${name ?? 'none of the names'}`, () =>
    assert.equal(findNearestName(typed, names), name))
}
