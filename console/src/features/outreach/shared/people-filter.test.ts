import assert from 'node:assert/strict'
import { test } from 'node:test'
import { omitEmptyConditions, removeFilterField, setFilterValues, toPeopleQuery } from './people-filter.ts'

test('the filter sends one value as a scalar and several as a list', () => {
  assert.deepEqual(setFilterValues({}, 'tag', ['fair']), { tag: 'fair' })
  assert.deepEqual(setFilterValues({ status: 'new' }, 'tag', ['fair', 'news']), {
    status: 'new',
    tag: ['fair', 'news'],
  })
})

test('a condition without a value is not sent', () => {
  assert.deepEqual(omitEmptyConditions({ tag: [], source: ' ', q: '', status: 'new' }), { status: 'new' })
})

test('the user can remove a condition', () => {
  assert.deepEqual(removeFilterField({ tag: 'fair', 'customFields.boat': 'yawl' }, 'customFields.boat'), {
    tag: 'fair',
  })
})

test('the people list accepts only filters with single values', () => {
  assert.deepEqual(toPeopleQuery({ tag: ['fair'], 'customFields.boat': 'yawl', q: [] }), {
    tag: 'fair',
    'customFields.boat': 'yawl',
  })
  assert.equal(toPeopleQuery({ tag: ['fair', 'news'] }), undefined)
})
