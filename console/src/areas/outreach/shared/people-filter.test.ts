import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asQuery, saidIn, without, withValues } from './people-filter.ts'

test('one value stands alone, several as a list', () => {
  assert.deepEqual(withValues({}, 'tag', ['fair']), { tag: 'fair' })
  assert.deepEqual(withValues({ status: 'new' }, 'tag', ['fair', 'news']), { status: 'new', tag: ['fair', 'news'] })
})

test('a condition without a value is not sent', () => {
  assert.deepEqual(saidIn({ tag: [], source: ' ', q: '', status: 'new' }), { status: 'new' })
})

test('a condition can be taken away', () => {
  assert.deepEqual(without({ tag: 'fair', 'customFields.boat': 'yawl' }, 'customFields.boat'), { tag: 'fair' })
})

test('the list of people takes a filter of single values only', () => {
  assert.deepEqual(asQuery({ tag: ['fair'], 'customFields.boat': 'yawl', q: [] }), {
    tag: 'fair',
    'customFields.boat': 'yawl',
  })
  assert.equal(asQuery({ tag: ['fair', 'news'] }), undefined)
})
