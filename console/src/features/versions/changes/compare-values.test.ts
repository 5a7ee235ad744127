import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareValues } from './compare-values.ts'

test('fields of an item are compared one by one, and equal ones are left out', () => {
  const before = { id: 'hours', question: 'When?', answer: 'At nine.', updatedAt: '2030-01-01' }
  const after = { id: 'hours', question: 'When?', answer: 'At ten.', updatedAt: '2030-02-01' }
  assert.deepEqual(compareValues(before, after), [
    { kind: 'text', field: 'answer', before: 'At nine.', after: 'At ten.' },
  ])
  assert.deepEqual(compareValues(before, { ...before, updatedAt: '2031-01-01' }), [])
})

test('an added or removed item shows all its fields, and nested fields have a path', () => {
  assert.deepEqual(compareValues(undefined, { definition: { event: 'contact.captured' } }), [
    { kind: 'text', field: 'definition.event', before: '', after: 'contact.captured' },
  ])
  assert.deepEqual(compareValues('Speak.', undefined), [{ kind: 'text', field: '', before: 'Speak.', after: '' }])
})

test('lists of texts are compared entry by entry', () => {
  assert.deepEqual(compareValues(['politics', 'law'], ['law', 'medicine'], 'topicsToAvoid'), [
    {
      kind: 'list',
      field: 'topicsToAvoid',
      entries: [
        { kind: 'removed', text: 'politics' },
        { kind: 'same', text: 'law' },
        { kind: 'added', text: 'medicine' },
      ],
    },
  ])
})

test('flows stay whole, also where there was none', () => {
  const flow = { id: 'main', name: 'Main', slots: [], steps: [{ say: 'Hello' }] }
  assert.deepEqual(compareValues({ flow: null }, { flow }), [
    { kind: 'flow', field: 'flow', before: undefined, after: flow },
  ])
  assert.deepEqual(compareValues({ flow }, { flow: structuredClone(flow) }), [])
})

test('other values are compared as JSON, and null is no value', () => {
  assert.deepEqual(compareValues([{ a: 1 }], [{ a: 2 }], 'hours')[0]?.kind, 'text')
  assert.deepEqual(compareValues({ limit: null }, {}), [])
})
