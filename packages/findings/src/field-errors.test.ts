import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { fieldErrorOptions, toFieldErrors } from './field-errors.ts'

const messagesFor = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, fieldErrorOptions)
  return error?.issues.flatMap((issue) => toFieldErrors(issue)).map(({ field, message }) => `${field}: ${message}`)
}

const Move = z.strictObject({ move: z.enum(['left', 'right']), fast: z.boolean().optional() })
const Wait = z.strictObject({ wait: z.strictObject({ seconds: z.int() }) })
const Step = z.strictObject({
  step: z.union([z.union([z.string().max(5), Wait, Move]), z.strictObject({ jump: z.int() })]),
})

const cases: [title: string, step: unknown, errors: string[]][] = [
  ['the form whose key is there', { move: 'up' }, ['step.move: must be one of left, right']],
  ['also in the last of the forms', { jump: 'high' }, ['step.jump: must be a number']],
  ['the form that was followed furthest', { wait: { seconds: 'x' } }, ['step.wait.seconds: must be a number']],
  ['a field too many', { move: 'left', slow: true }, ['step.slow: is not a known field']],
  ['a field that is missing', { wait: {} }, ['step.wait.seconds: is required']],
  ['the form that it has, only too long', 'longer', ['step: must have at most 5 characters']],
  ['that there is none', undefined, ['step: is required']],
  ['none of the forms', 7, ['step: does not match any of the allowed forms']],
]
for (const [title, step, errors] of cases) {
  test(`a choice between forms reports: ${title}`, () => assert.deepEqual(messagesFor(Step, { step }), errors))
}

test('a missing value reports what the first form needs', () => {
  const Door = z.union([z.strictObject({ name: z.string(), key: z.string() }), z.strictObject({ code: z.string() })])
  assert.deepEqual(messagesFor(Door, {}), ['name: is required', 'key: is required'])
  assert.deepEqual(messagesFor(Door, { code: 5 }), ['code: must be a string'])
})

test('an impossible key is reported with the reason', () => {
  const key = z.string().refine((name) => !name.includes('.'), 'must not contain a dot')
  assert.deepEqual(messagesFor(z.strictObject({ values: z.record(key, z.string()) }), { values: { 'a.b': 'x' } }), [
    'values.a.b: has an invalid name: it must not contain a dot',
  ])
})

const Person = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  tags: z.array(z.strictObject({ label: z.string().optional() })).optional(),
  home: z.union([z.strictObject({ city: z.string(), zip: z.string().optional() }), z.string()]).optional(),
})
const unknown = 'is not a known field'
const suggestions: [title: string, value: unknown, errors: string[]][] = [
  ['at the top', { fristName: 'Ada' }, [`fristName: ${unknown}; did you mean \`firstName\`?`]],
  ['in another spelling', { LAST_NAME: 'L' }, [`LAST_NAME: ${unknown}; did you mean \`lastName\`?`]],
  ['in a list', { tags: [{}, { lable: 'x' }] }, [`tags[1].lable: ${unknown}; did you mean \`label\`?`]],
  ['in one of several forms', { home: { city: 'x', zipp: 'y' } }, [`home.zipp: ${unknown}; did you mean \`zip\`?`]],
  ['that resembles none', { shoeSize: 43 }, [`shoeSize: ${unknown}`]],
  ['of one letter', { t: 1 }, [`t: ${unknown}`]],
  ['that every object has', { constructor: 1, toString: 2 }, [`constructor: ${unknown}`, `toString: ${unknown}`]],
  ['with control characters', { 'first\u0007Name': 1 }, [`first\u0007Name: ${unknown}; did you mean \`firstName\`?`]],
  ['of no length', { '': 1 }, [`: ${unknown}`]],
  ['that is huge', { ['firstName'.repeat(1e5)]: 1 }, [`${'firstName'.repeat(1e5)}: ${unknown}`]],
]
for (const [title, value, errors] of suggestions) {
  test(`an unknown field ${title} is reported with the nearest field, if there is one`, () =>
    assert.deepEqual(messagesFor(Person, value), errors))
}

test('of many unknown fields, only the first are compared with the known ones', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`firstName${at}`, 1]))
  const messages = messagesFor(Person, many) ?? []
  assert.equal(messages.length, 10_000)
  assert.equal(messages.filter((message) => message.includes('did you mean')).length, 5)
})
