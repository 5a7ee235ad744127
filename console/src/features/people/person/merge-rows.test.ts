import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '@parley/sdk'
import { isRecordedInJournal, mergeRows } from './merge-rows.ts'

const nobody: Schema<'Person'> = {
  id: 'per_1',
  status: 'new',
  tags: [],
  customFields: {},
  consent: { status: 'unknown' },
  identities: [],
  createdAt: '2030-01-31T09:00:00Z',
  updatedAt: '2030-01-31T09:00:00Z',
}

test('the surviving person keeps their own values, gets missing ones, and joins lists', () => {
  const into = { ...nobody, fullName: 'A Visitor', tags: ['fair'], notes: 'One', customFields: { licence: 'sea' } }
  const from = { ...nobody, fullName: 'A. Visitor', email: 'a@example.com', tags: ['mail'], notes: 'One' }
  const rows = mergeRows(into, { ...from, customFields: { licence: 'inland', seats: '4' } })
  const keptSides = Object.fromEntries(rows.map((row) => [row.field, row.keeps]))
  assert.deepEqual(keptSides, {
    fullName: 'mine',
    email: 'theirs',
    status: 'mine',
    tags: 'both',
    notes: 'mine',
    licence: 'mine',
    seats: 'theirs',
  })
  assert.deepEqual(
    rows.filter(isRecordedInJournal).map(({ field }) => field),
    ['fullName', 'licence'],
  )
})
