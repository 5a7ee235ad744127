import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { validateArguments } from './arguments.ts'

const order = {
  type: 'object',
  properties: {
    number: { type: 'integer', minimum: 1 },
    express: { type: 'boolean' },
    email: { type: 'string', format: 'email' },
    size: { enum: ['S', 'M'] },
  },
  required: ['number'],
  additionalProperties: false,
}

const cases: [given: object, meant: object][] = [
  [{ number: 7 }, { number: 7 }],
  [
    { number: '7', express: 'true' },
    { number: 7, express: true },
  ],
  [{ number: 7, size: null }, { number: 7 }],
]
for (const [given, meant] of cases) {
  test(`${JSON.stringify(given)} is read as ${JSON.stringify(meant)}`, () => {
    assert.deepEqual(validateArguments(order, given), { ok: true, given: meant })
  })
}

const refused: [given: unknown, reason: RegExp][] = [
  ['7', /must be an object/],
  [null, /must be an object/],
  [[7], /must be an object/],
  [{}, /must have required property 'number'/],
  [{ number: null }, /number must be integer/],
  [{ number: 0 }, /number must be >= 1/],
  [{ number: 'seven' }, /number must be integer/],
  [{ number: 1, colour: 'red' }, /colour is not a known argument/],
  [{ number: 1, size: 'XL' }, /size must be one of S, M/],
  [{ number: 1, email: 'nowhere' }, /email must match format "email"/],
  [{ number: 1, email: 'x'.repeat(20_000) }, /too long/],
]
for (const [given, reason] of refused) {
  test(`${JSON.stringify(given).slice(0, 60)} is refused: ${reason.source}`, () => {
    const checked = validateArguments(order, given)
    assert.match(checked.ok ? 'taken' : checked.reason, reason)
  })
}

test('a pattern written by an operator runs in linear time; one that cannot accepts every value', () => {
  const schema = (pattern: string) => ({ type: 'object', properties: { a: { type: 'string', pattern } } })
  const hostile = `${'a'.repeat(5000)}!`
  assert.equal(validateArguments(schema('^(a+)+$'), { a: hostile }).ok, false)
  assert.equal(validateArguments(schema('^[A-Z]{2}-\\d+$'), { a: 'DE-7' }).ok, true)
  assert.equal(validateArguments(schema('^[A-Z]{2}-\\d+$'), { a: 'de-7' }).ok, false)
  assert.equal(validateArguments(schema('^(?=x)(a+)+$'), { a: hostile }).ok, true)
})

const odd: [title: string, schema: object][] = [
  ['refers to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
  ['refers to an external schema', { $ref: 'https://example.com/schema.json' }],
  ['refers to itself', { $ref: '#' }],
  ['is asynchronous', { $async: true, type: 'object' }],
  ['has an unknown keyword and format', { type: 'object', colour: 'red', properties: { a: { format: 'rhyme' } } }],
  ['has the id of another', { $id: 'same', type: 'object' }],
  ['has the id of another too', { $id: 'same', type: 'object' }],
  ['is no schema', { type: 'nothing', properties: 7 }],
]
for (const [title, schema] of odd) {
  test(`a schema that ${title} blocks no call`, () => {
    assert.deepEqual(validateArguments(schema as Record<string, unknown>, { a: 'x' }), { ok: true, given: { a: 'x' } })
  })
}

test('a schema that grows exponentially is not expanded', () => {
  const lines = Array.from({ length: 40 }, (_, at) => {
    const next = { $ref: `#/$defs/d${at + 1}` }
    return [`d${at}`, { allOf: [next, next] }]
  })
  const $defs = { ...Object.fromEntries(lines), d40: { type: 'object' } }
  assert.equal(validateArguments({ $defs, $ref: '#/$defs/d0' }, {}).ok, true)
})

test('the validation returns a result for any input', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (schema, given) => {
      const shaped = { type: 'object', properties: { a: schema } } as Record<string, unknown>
      assert.equal(typeof validateArguments(shaped, given).ok, 'boolean')
      assert.equal(typeof validateArguments(shaped, { a: given }).ok, 'boolean')
    }),
  )
})
