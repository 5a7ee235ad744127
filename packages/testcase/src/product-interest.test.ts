import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchProductInterest } from './product-interest.ts'

const things = [
  { id: 'kayak', name: 'Kayak' },
  { id: 'red-kayak', name: 'Red Kayak' },
  { id: 'tent-2', name: 'Family tent, two rooms' },
  { id: 'tent-3', name: 'Family tent, three rooms' },
  { id: 'creme', name: 'Crème' },
]

const cases: [raw: string, mapped: string | undefined][] = [
  ['Red Kayak', 'red-kayak'],
  ['  RED   kayak! ', 'red-kayak'],
  ['red-kayak', 'red-kayak'],
  ['I would like the red kayak, please', 'red-kayak'],
  ['any kayak', 'kayak'],
  ['kayaks', undefined],
  ['creme', 'creme'],
  ['three rooms', 'tent-3'],
  ['Family tent', undefined],
  ['boat', undefined],
  [' – ', undefined],
  ['constructor', undefined],
]

for (const [raw, mapped] of cases) {
  test(`“${raw}” means ${mapped ?? 'no Thing, or more than one'}`, () => {
    assert.equal(matchProductInterest(raw, things)?.mapped, mapped)
  })
}

test('a Thing is found by its name', () => {
  assert.deepEqual(matchProductInterest('tent-3', things), { mapped: 'tent-3', display: 'Family tent, three rooms' })
})
