import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuditSearch, toAuditQuery } from './audit-search.ts'

test('the address keeps the filters of the audit log and drops the rest', () => {
  const search = { q: ' ', method: 'GET', requestId: 'req_01', since: 'yesterday', until: '2030-01-31', page: 2 }
  assert.deepEqual(readAuditSearch(search), { requestId: 'req_01', until: '2030-01-31' })
})

test('a day filter covers the whole day, and an open end is not sent', () => {
  const { start, end, ...rest } = toAuditQuery({
    since: '2030-01-31',
    until: '2030-01-31',
    entry: 'aud_01',
    q: 'goals',
  })
  assert.equal(Date.parse(end ?? '') - Date.parse(start ?? ''), 86_400_000)
  assert.deepEqual(rest, { q: 'goals' })
})
