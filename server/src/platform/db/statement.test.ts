import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../testing/database.ts'
import { openDatabase } from './database.ts'
import { runPrepared, runUnprepared } from './prepared.ts'
import { defineStatement } from './statement.ts'

const database = openDatabase((await createTestDatabase()).url(), { connections: 1 })
after(() => database.close())

const name = 'example'
const find = defineStatement({
  name,
  parameters: { agentKey: 'bigint', asids: 'text[]' },
  text: 'select asid from unnest(:asids::text[]) as w (asid) where :agentKey::bigint = 7 or :agentKey < 0',
})

test('each parameter has one number, in the order of the declaration, however often the text uses it', () => {
  assert.deepEqual(find({ asids: ['a', 'b'], agentKey: 7 }), {
    name,
    text: 'select asid from unnest($2::text[]) as w (asid) where $1::bigint = 7 or $1 < 0',
    values: [7, ['a', 'b']],
  })
})

test('a statement runs on a pipelined connection, on a pooled one and in a transaction', async () => {
  const { db } = database
  const [bound, rows] = [find({ agentKey: 7, asids: ['a', 'b'] }), [{ asid: 'a' }, { asid: 'b' }]]
  assert.deepEqual(await runPrepared(db, bound), rows)
  assert.deepEqual(await runPrepared(db, bound, 'writes'), rows)
  assert.deepEqual(await runUnprepared(db, bound), rows)
  assert.deepEqual(await db.transaction().execute((tx) => runPrepared(tx, bound)), rows)
  assert.deepEqual(await runPrepared(db, find({ agentKey: 8, asids: ['a'] })), [])
})

test('a parameter takes a value of its PostgreSQL type', async () => {
  const statement = defineStatement({
    name: 'example_types',
    parameters: { one: 'bigint', flag: 'boolean', data: 'json', text: 'text', at: 'timestamptz', more: 'text[]' },
    text: `select :one::bigint as one, :flag::boolean as flag, :data::json as data, :text::text as text,
                  :at::timestamptz as at, :more::text[] as more`,
  })
  const [at, more] = [new Date('2030-01-01T00:00:00Z'), ['x', null]]
  const bound = statement({ one: 1, flag: true, data: '{"a":[1]}', text: "it's :one", at, more })
  assert.deepEqual(await runPrepared(database.db, bound), [
    { one: 1, flag: true, data: { a: [1] }, text: "it's :one", at, more },
  ])
})

test('a larger text shares the parameters of its fragments', () => {
  const given = { parameters: { asids: 'text[]', now: 'timestamptz' }, text: 'unnest(:asids) where :now > at' } as const
  const statement = defineStatement({
    name,
    parameters: { agentKey: 'bigint', ...given.parameters },
    text: `select :agentKey, :now from ${given.text}`,
  })
  const now = new Date(0)
  assert.deepEqual(statement({ asids: ['a'], agentKey: 1, now }), {
    name,
    text: 'select $1, $3 from unnest($2) where $3 > at',
    values: [1, ['a'], now],
  })
})

/** Hides the text from the compiler, so that only the definition itself checks it. */
const hidden = (text: string): `:a${string}` => text as `:a${string}`
const define = (text: string) => defineStatement({ name, parameters: { a: 'text' }, text: hidden(text) })
const textOf = (text: string) => define(text)({ a: '' }).text

const unchanged: [string, string][] = [
  ['a cast', `'1'::bigint, x::text[], "y"::a`],
  ['a colon in quotes', `'10:30', 'to: a', 'x::a', 'it''s 1:2', "one: two"`],
  ['a colon in comments', `1 -- note: it's "here"\n, 2 /* see: 'there'\n */`],
  ['a time format', `to_char(at, 'HH24:MI:SS')`],
]
for (const [what, text] of unchanged) {
  test(`${what} is no placeholder`, () => {
    assert.equal(textOf(`select :a, ${text}, :a::text`), `select $1, ${text}, $1::text`)
  })
}

const refused: [string, string, RegExp][] = [
  ['an unknown name', 'select :a, :b', /example uses :b, which is not among its parameters: a$/],
  ['a name that begins like another', 'select :a, :about', /uses :about,/],
  ['a slice of an array', 'select :a, x[1:n]', /uses :n,/],
  ['an unused name', 'select 1', /example does not use its parameters a$/],
  ['a placeholder in a string', `select :a, 'x :a'`, /in quotes or in a comment: 'x :a'$/],
  ['a placeholder in a quoted name', 'select :a as ":a"', /in quotes or in a comment: ":a"$/],
  ['a placeholder in a comment', 'select :a -- not :a\n', /in quotes or in a comment: -- not :a$/],
  ['a placeholder in a block comment', 'select :a /* :a\n */', /in quotes or in a comment/],
  ['a positional parameter', 'select :a, $1', /dollar sign/],
  ['a dollar-quoted string', 'select :a, $$x$$', /dollar sign/],
  ['an escaped quote', String.raw`select :a, E'\' :a'`, /backslash/],
]
for (const [what, text, message] of refused) {
  test(`a definition refuses ${what}`, () => {
    assert.throws(() => define(text), message)
  })
}

test('the compiler refuses a definition whose text and parameters differ', () => {
  // @ts-expect-error: unused
  assert.throws(() => defineStatement({ name, parameters: { a: 'text', b: 'text' }, text: 'select :a' }))
  // @ts-expect-error: undeclared
  assert.throws(() => defineStatement({ name, parameters: { a: 'text' }, text: 'select :a::text, :b' }))
  // @ts-expect-error: misspelled
  assert.throws(() => defineStatement({ name, parameters: { asid: 'text' }, text: 'select :asdi' }))
  // @ts-expect-error: none declared
  assert.throws(() => defineStatement({ name, parameters: {}, text: 'select :a' }))
  // @ts-expect-error: no such type
  defineStatement({ name, parameters: { a: 'txt' }, text: 'select :a' })
  const text: string = 'select :a'
  // @ts-expect-error: the compiler does not know the text
  defineStatement({ name, parameters: { a: 'text' }, text })
})

test('the compiler refuses a call with other values', () => {
  // @ts-expect-error: missing
  find({ agentKey: 7 })
  // @ts-expect-error: superfluous
  find({ agentKey: 7, asids: [], asid: 'a' })
  // @ts-expect-error: misspelled
  find({ agentKey: 7, asdis: [] })
  // @ts-expect-error: of another type
  find({ agentKey: 'a', asids: [] })
  // @ts-expect-error: undefined
  find({ agentKey: 7, asids: undefined })
})
