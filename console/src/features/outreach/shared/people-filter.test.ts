import assert from 'node:assert/strict'
import { test } from 'node:test'
import { omitEmptyConditions, removeFilterField, setFilterValues, toPeopleQuery } from './people-filter.ts'

test('one value stands alone, several as a list', () => {
  assert.deepEqual(setFilterValues({}, 'tag', ['fair']), { tag: 'fair' })
  assert.deepEqual(setFilterValues({ status: 'new' }, 'tag', ['fair', 'news']), {
    status: 'new',
    tag: ['fair', 'news'],
  })
})

test('a condition without a value is not sent', () => {
  assert.deepEqual(omitEmptyConditions({ tag: [], source: ' ', q: '', status: 'new' }), { status: 'new' })
})

test('a condition can be taken away', () => {
  assert.deepEqual(removeFilterField({ tag: 'fair', 'customFields.boat': 'yawl' }, 'customFields.boat'), {
    tag: 'fair',
  })
})

test('the list of people takes a filter of single values only', () => {
  assert.deepEqual(toPeopleQuery({ tag: ['fair'], 'customFields.boat': 'yawl', q: [] }), {
    tag: 'fair',
    'customFields.boat': 'yawl',
  })
  assert.equal(toPeopleQuery({ tag: ['fair', 'news'] }), undefined)
})
