import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importColumns } from '@parley/definition/import-columns'
import { findDuplicateTargets, guessMapping } from './mapping.ts'

const guesses: [header: string, field: string | null][] = [
  ['Full Name', 'fullName'],
  ['first_name', 'firstName'],
  ['First', 'firstName'],
  ['Last', 'lastName'],
  ['E-Mail', 'email'],
  ['Mobile', 'phone'],
  ['consent', 'consent.status'],
  ['Licence class', 'customFields.licence'],
  ['customFields.seats', 'customFields.seats'],
  ['Favourite boat', 'customFields.Favourite boat'],
  ['Created At', null],
  ['$price', null],
  ['a.b', null],
]

for (const [header, field] of guesses) {
  test(`a column ${header} becomes ${field ?? 'nothing'}`, () => {
    assert.deepEqual(guessMapping([header], [{ key: 'licence', label: 'Licence class' }]), { [header]: field })
  })
}

test('the import recognizes the columns of an export by their own names', () => {
  const mapping = guessMapping(importColumns, [])
  assert.deepEqual(Object.values(mapping), [...importColumns])
})

test('the first of two columns with the same meaning is used, and choosing both shows an error', () => {
  assert.deepEqual(guessMapping(['Phone', 'Mobile', ''], []), { Phone: 'phone', Mobile: null })
  assert.deepEqual(
    [...findDuplicateTargets({ Phone: 'phone', Mobile: 'phone', Note: null, Other: null })],
    ['Phone', 'Mobile'],
  )
})
