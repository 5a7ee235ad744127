import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PeopleField } from '@parley/definition'
import { exportColumns as exported } from '../export/columns.ts'
import { resolveColumns } from './columns.ts'

const fields: PeopleField[] = [
  { key: 'plan', label: 'Price plan', type: 'string' },
  { key: 'mobile', type: 'boolean' },
  { key: 'Shoe_size', type: 'number' },
]

const headers: [header: string, field: string][] = [
  ['email', 'email'],
  ['E-Mail', 'email'],
  ['EMAIL_ADDRESS', 'email'],
  ['First Name', 'firstName'],
  ['given name', 'firstName'],
  ['Surname', 'lastName'],
  ['Name', 'fullName'],
  ['Organisation', 'company'],
  ['organization', 'company'],
  ['Job title', 'title'],
  ['Cell phone', 'phone'],
  ['Time zone', 'timezone'],
  ['Consent', 'consent.status'],
  ['consent.evidence', 'consent.evidence'],
  ['Labels', 'tags'],
  ['plan', 'customFields.plan'],
  ['Price Plan', 'customFields.plan'],
  ['mobile', 'customFields.mobile'],
  ['shoe size', 'customFields.Shoe_size'],
  ['customFields.Color', 'customFields.Color'],
  ['CUSTOMFIELDS.Color', 'customFields.Color'],
  ['Favourite colour', 'customFields.Favourite colour'],
  ['電話', 'customFields.電話'],
  ['created_at', 'skipped'],
  ['Identities', 'skipped'],
]
for (const [header, field] of headers) {
  test(`the header ${header} maps to ${field}`, () => {
    const [, column] = resolveColumns(['id', header], { mapping: {}, fields })
    assert.equal(typeof column === 'object' ? column.path.join('.') : column, field)
  })
}

test('every column of an export is recognized', () => {
  const names = exported.map(([name]) => name)
  const read = resolveColumns(names, { mapping: {}, fields: [] })
  for (const [index, column] of read.entries()) {
    const field = typeof column === 'object' ? column.path.join('.') : column
    assert.ok(field === names[index] || field === 'skipped', `${names[index]} is read as ${field}`)
  }
})
