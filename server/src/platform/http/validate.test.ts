import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedText, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { Problem } from './problem.ts'
import { validate, validateYielding } from './validate.ts'

const Item = z.strictObject({ id: boundedText({ max: 20 }), size: z.number().default(1) })
const Body = z.strictObject({
  items: uniqueBy(z.array(Item).max(1_000), 'id'),
  note: boundedText({ max: 5 }).optional(),
})

const items = (count: number) => Array.from({ length: count }, (_, n): Record<string, unknown> => ({ id: `i${n}` }))
const withItem = (at: number, item: unknown) => ({ items: items(500).with(at, item as never) })

async function outcomeOf(act: () => unknown): Promise<unknown> {
  try {
    return await act()
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.details
  }
}

const bodies: Record<string, unknown> = {
  'a long list': { items: items(500), note: 'Hello' },
  'a list of the greatest length': { items: items(1_000) },
  'a list that is too long': { items: items(1_001) },
  'a short list': { items: items(3) },
  'an entry that is wrong': withItem(321, { id: 7 }),
  'an entry that is no object': withItem(0, null),
  'an unknown field in an entry': withItem(499, { id: 'x', color: 'red' }),
  'an entry that is there twice': withItem(400, { id: 'i7' }),
  'a fault beside the list': { items: items(500), note: 'Too long' },
  'an unknown field beside the list': { items: items(500), more: true },
  'faults in the list and beside it': { ...withItem(321, { id: 7 }), note: 'Too long', more: true },
  'no list': { note: 'Hello' },
  'a list where none belongs': items(500),
}

for (const [title, body] of Object.entries(bodies)) {
  test(`${title} is validated in portions with the same result as at once`, async () => {
    const expected = await outcomeOf(() => validate(Body, body, 'shop'))
    assert.deepEqual(await outcomeOf(() => validateYielding(Body, body, 'shop')), expected)
  })
}

test('a list of nothing but faults reports the first hundred', async () => {
  const wrong = { items: items(500).map(() => ({ id: 7 })) }
  const { errors } = (await outcomeOf(() => validateYielding(Body, wrong))) as { errors: unknown[] }
  assert.equal(errors.length, 100)
})

test('an unknown field is refused with the nearest known one, wherever it is', async () => {
  const errorsOf = async (body: object) => ((await outcomeOf(() => validate(Body, body))) as { errors: unknown }).errors
  const nearest = (field: string, meant: string) => ({
    field,
    message: `is not a known field; did you mean \`${meant}\`?`,
  })
  assert.deepEqual(await errorsOf({ items: [], noet: 'x' }), [nearest('noet', 'note')])
  assert.deepEqual(await errorsOf({ items: [{ id: 'a' }, { id: 'b', siez: 2 }] }), [nearest('items[1].siez', 'size')])
  const long = { items: items(500).with(321, { id: 'x', siez: 2 }), noet: 'x' }
  const { errors } = (await outcomeOf(() => validateYielding(Body, long))) as { errors: unknown }
  assert.deepEqual(errors, [nearest('items[321].siez', 'size'), nearest('noet', 'note')])
})
