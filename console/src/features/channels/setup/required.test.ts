import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMissingValues } from './setup-form.tsx'

const fields = [
  { key: 'displayName', required: true },
  { key: 'websiteUrl', required: false },
]

test('required fields that are blank are named, and nothing else', () => {
  assert.deepEqual(Object.keys(findMissingValues(fields, {})), ['displayName'])
  assert.deepEqual(Object.keys(findMissingValues(fields, { displayName: '  ', websiteUrl: '' })), ['displayName'])
  assert.deepEqual(findMissingValues(fields, { displayName: 'Harbour' }), {})
})
