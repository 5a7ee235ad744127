import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { Problem } from '../../../platform/http/problem.ts'
import type { AuditFilters } from './entry.ts'
import { decodeAuditPageToken, encodeAuditPageToken } from './routes.ts'

const org = { id: 'demo' }
const maybe = fc.option(fc.string({ minLength: 1 }), { nil: undefined })
const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
const filters: fc.Arbitrary<AuditFilters> = fc.record({
  actorId: maybe,
  agentId: maybe,
  q: maybe,
  start: fc.option(moment, { nil: undefined }),
})
const refuses = (act: () => unknown) => assert.throws(act, (error) => error instanceof Problem && error.status === 422)

test('a token resumes where its page ended, with its own filters and no others', () => {
  fc.assert(
    fc.property(filters, filters, moment, (requested, others, at) => {
      const cursor = { at, id: 'aud_01' }
      const token = encodeAuditPageToken(org, requested, cursor)
      assert.deepEqual(decodeAuditPageToken(org, requested, token), cursor)
      refuses(() => decodeAuditPageToken({ id: 'another' }, requested, token))
      if (JSON.stringify(others) !== JSON.stringify(requested)) refuses(() => decodeAuditPageToken(org, others, token))
    }),
  )
})

test('anything else than a token returns 422', () => {
  const wrong = fc.oneof(
    fc.string(),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
  )
  fc.assert(fc.property(wrong, (token) => refuses(() => decodeAuditPageToken(org, {}, token))))
})
