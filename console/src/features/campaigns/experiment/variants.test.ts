import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addVariant, fromLocalInput, toLocalInput } from './variants.ts'

test('a new variant takes the first free letter', () => {
  const two = addVariant(addVariant([], 'x'), 'y')
  assert.deepEqual(
    two.map(({ id }) => id),
    ['a', 'b'],
  )
  assert.equal(addVariant(two.slice(1), 'z').at(-1)?.id, 'a')
})

test('a time survives the field for local times, to the minute', () => {
  assert.equal(fromLocalInput(toLocalInput('2030-06-30T10:20:00.000Z')), '2030-06-30T10:20:00.000Z')
  assert.deepEqual([toLocalInput(undefined), fromLocalInput('')], ['', null])
})
