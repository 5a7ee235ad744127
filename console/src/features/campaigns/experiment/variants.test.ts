import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addVariant } from './variants.ts'

test('a new variant takes the first free letter', () => {
  const two = addVariant(addVariant([], 'x'), 'y')
  assert.deepEqual(
    two.map(({ id }) => id),
    ['a', 'b'],
  )
  assert.equal(addVariant(two.slice(1), 'z').at(-1)?.id, 'a')
})
