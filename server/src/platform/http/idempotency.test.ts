import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../testing/app.ts'
import {
  claimIdempotencyKey,
  claimIdempotencyKeyAlone,
  type IdempotencyClaim,
  releaseIdempotencyKey,
  storeResponse,
} from './idempotency.ts'

/** Requests that are answered outside a transaction claim their key before, and store the response later. */

const server = await createTestApp()
const { db } = server.database
const { keyring } = server.context
const start = Date.parse('2030-01-31T12:00:00.000Z')

const claimOf = (key: string, { after = 0, body = {} as unknown } = {}): IdempotencyClaim => ({
  caller: 'key:one',
  key,
  request: { method: 'POST', path: '/v1/long', body },
  now: new Date(start + after),
})
const impatient = { keyring, patience: 0 }
const unanswered = { code: 'resource.conflict' }

test('a repeat is refused until the first request is answered, and then gets its answer', async () => {
  const first = claimOf('answered')
  const repeat = claimOf('answered', { after: 1000 })
  assert.equal(await claimIdempotencyKeyAlone(db, first, impatient), undefined)
  await assert.rejects(claimIdempotencyKeyAlone(db, repeat, impatient), unanswered)
  await assert.rejects(claimIdempotencyKey(db, repeat, keyring), unanswered)
  await storeResponse(db, first, { status: 200, body: '{"done":1}' }, keyring)
  assert.deepEqual(await claimIdempotencyKeyAlone(db, repeat, impatient), { status: 200, body: '{"done":1}' })
})

test('a repeat that waits gets the answer once it exists', async () => {
  const first = claimOf('waits')
  await claimIdempotencyKeyAlone(db, first, impatient)
  const repeat = claimIdempotencyKeyAlone(db, claimOf('waits'), { keyring })
  await storeResponse(db, first, { status: 409, body: '{}' }, keyring)
  assert.deepEqual(await repeat, { status: 409, body: '{}' })
})

test('a repeat with another body is a mismatch, before and after the answer', async () => {
  await claimIdempotencyKeyAlone(db, claimOf('other'), impatient)
  const other = claimIdempotencyKeyAlone(db, claimOf('other', { body: { more: 1 } }), impatient)
  await assert.rejects(other, { code: 'request.idempotency_mismatch' })
})

test('a request that fails without an answer lets the next one run', async () => {
  const first = claimOf('failed')
  await claimIdempotencyKeyAlone(db, first, impatient)
  await releaseIdempotencyKey(db, first)
  assert.equal(await claimIdempotencyKeyAlone(db, claimOf('failed', { after: 1 }), impatient), undefined)
})

test('one request takes over a claim left by a crash, and the previous holder can no longer answer or release it', async () => {
  const late = claimOf('crashed')
  await claimIdempotencyKeyAlone(db, late, impatient)
  const nexts = [250_000, 250_001].map((after) => claimOf('crashed', { after }))
  const claims = await Promise.allSettled(nexts.map((next) => claimIdempotencyKeyAlone(db, next, impatient)))
  assert.deepEqual(claims.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await storeResponse(db, late, { status: 200, body: 'late' }, keyring)
  await releaseIdempotencyKey(db, late)
  await assert.rejects(claimIdempotencyKeyAlone(db, claimOf('crashed', { after: 260_000 }), impatient), unanswered)
})

test('the content of a body cannot be guessed from its stored hash', async () => {
  await claimIdempotencyKeyAlone(db, claimOf('secret', { body: { newPassword: 'harbour' } }), impatient)
  const { rows } = await server.database.pool.query(
    `select request_hash = sha256($1::bytea) as plain from idempotency_keys where key = 'secret'`,
    [Buffer.from('POST /v1/long\n{"newPassword":"harbour"}')],
  )
  assert.deepEqual(rows, [{ plain: false }])
})
