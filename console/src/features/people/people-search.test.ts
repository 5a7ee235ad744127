import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listActiveFilters, readPeopleSearch, removePeopleFilter, toPeopleSearch } from './people-search.ts'

test('the list passes only known parameters of the address to the API', () => {
  const search = { q: 'ada', status: 'gone', consent: 'granted', tag: 7, sort: '-fullName', other: 'x', source: '' }
  assert.deepEqual(
    readPeopleSearch({ ...search, 'customFields.plan': 'plus', 'customFields.': 'x', channel: ['sms'] }),
    {
      q: 'ada',
      consent: 'granted',
      tag: '7',
      sort: '-fullName',
      'customFields.plan': 'plus',
    },
  )
})

test('the search and the sort order are not filter chips', () => {
  const search = readPeopleSearch({
    'customFields.plan': 'plus',
    q: 'ada',
    sort: 'fullName',
    tag: 'fair',
    status: 'new',
  })
  assert.deepEqual(
    listActiveFilters(search).map(({ name }) => name),
    ['status', 'tag', 'customFields.plan'],
  )
  assert.deepEqual(Object.keys(removePeopleFilter(search, 'tag')), ['customFields.plan', 'q', 'sort', 'status'])
})

test('a segment opens in the list if it has one value per field', () => {
  assert.deepEqual(toPeopleSearch({ tag: 'fair', status: ['new'] }), { tag: 'fair', status: 'new' })
  assert.equal(toPeopleSearch({ status: ['new', 'lost'] }), undefined)
})
