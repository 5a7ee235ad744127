import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../testing/database.ts'
import { serializeError } from './errors.ts'

test('a database error is logged by its kind, without user data', async () => {
  const { pool } = await createTestDatabase()
  for (const statement of [
    `select 'hidden words'::bigint`,
    `select '{"a":"hidden words'::json`,
    `do $$ begin raise exception 'hidden words' using detail = 'hidden words', hint = 'hidden words'; end $$`,
  ]) {
    const error = await pool.query(statement).catch((reason) => reason)
    const logged = JSON.stringify(serializeError(error))
    assert.doesNotMatch(logged, /hidden/)
    assert.match(logged, /"code":"[0-9A-Z]{5}"/)
    assert.match(logged, / at /)
  }
})

test('any other error is logged unchanged', () => {
  assert.match(
    JSON.stringify(serializeError(new TypeError('no function'))),
    /"type":"TypeError","message":"no function"/,
  )
})
