import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskArguments } from './mask-arguments.ts'

const shownOf = (given: unknown, parameters: object = {}, stored: string[] = []) =>
  maskArguments(given, parameters as Record<string, unknown>, stored).shown

const login = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    pin: { type: 'string', format: 'password' },
    card: { allOf: [{ writeOnly: true }] },
    nested: { oneOf: [{ type: 'object', properties: { code: { writeOnly: true } } }] },
    list: { type: 'array', items: { type: 'object', properties: { code: { format: 'password' } } } },
  },
}

test('fields that the schema declares as secret are masked, at any depth and of any type', () => {
  const given = {
    user: 'ada',
    pin: '12',
    card: { number: 4242 },
    nested: { code: 1, x: 2 },
    list: [{ code: 'a', x: 'b' }],
  }
  assert.deepEqual(shownOf(given, login), {
    user: 'ada',
    pin: '***',
    card: '***',
    nested: { code: '***', x: 2 },
    list: [{ code: '***', x: 'b' }],
  })
})

test('fields with the usual names of secrets are masked without a schema; similar names are not', () => {
  const given = { api_key: 'k', 'Client-Secret': 's', Authorization: 'a', tokens: 3, secretary: 'Ada', key: 'main' }
  assert.deepEqual(shownOf(given), {
    ...{ api_key: '***', 'Client-Secret': '***', Authorization: '***' },
    ...{ tokens: 3, secretary: 'Ada', key: 'main' },
  })
})

test('stored secrets are masked in every text: a long one also inside, a short one as the whole value', () => {
  const stored = ['sk-live-0123456789', 'ab"c', '']
  const given = {
    a: 'sk-live-0123456789',
    b: 'with sk-live-0123456789.',
    c: 'ab"c',
    d: 'xab"cx',
    e: ['sk-live-0123456789'],
  }
  assert.deepEqual(shownOf(given, {}, stored), { a: '***', b: 'with ***.', c: '***', d: 'xab"cx', e: ['***'] })
})

test('what was masked is listed, so that the request and the response can be masked too', () => {
  const { secrets } = maskArguments({ pin: 'p-123456', x: 'sk-live-0123456789' }, login, [
    'sk-live-0123456789',
    'other',
  ])
  assert.deepEqual(secrets, ['sk-live-0123456789', 'p-123456'])
})

test('values that are not objects and null secrets stay, and very deep values are cut', () => {
  assert.deepEqual(shownOf({ pin: null }, login), { pin: null })
  assert.deepEqual([shownOf(undefined), shownOf(3), shownOf('x')], [undefined, 3, 'x'])
  let deep: unknown = 'end'
  for (let level = 0; level < 2_000; level++) deep = { deep }
  assert.doesNotThrow(() => shownOf(deep))
})
