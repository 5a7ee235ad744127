import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findErrorKey, listParameterFields, readParameterForm } from './parameter-fields.ts'

const parameters = {
  type: 'object',
  required: ['subject', 'comment', 'start'],
  properties: {
    subject: { type: 'string', title: 'Subject', description: 'One line.' },
    comment: {
      type: 'object',
      required: ['body'],
      properties: { body: { type: 'string', maxLength: 20_000 }, public: { type: 'boolean' } },
    },
    author: { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } },
    start: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    priority: { type: 'string', enum: ['low', 'high'] },
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    fields: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    payload: { type: 'object' },
    lines: { type: 'array', items: { type: 'object' } },
    level: { enum: [1, 2] },
    anything: {},
  },
}
const fields = listParameterFields({ parameters })

test('each parameter has a field of its kind, also below an object', () => {
  assert.deepEqual(
    fields.map(({ key, kind, required }) => [key, kind, required]),
    [
      ['subject', 'text', true],
      ['comment.body', 'longText', true],
      ['comment.public', 'boolean', false],
      ['author.email', 'email', false],
      ['start', 'dateTime', true],
      ['day', 'date', false],
      ['priority', 'choice', false],
      ['count', 'number', false],
      ['tags', 'list', false],
      ['fields', 'choices', false],
      ['payload', 'json', false],
      ['lines', 'json', false],
      ['level', 'json', false],
      ['anything', 'json', false],
    ],
  )
  assert.deepEqual([fields[0]?.label, fields[0]?.help, fields[1]?.label], ['Subject', 'One line.', 'comment › body'])
  assert.deepEqual(listParameterFields({ parameters: {} }), [])
})

test('empty fields are left out, and the others become values of their types', () => {
  assert.deepEqual(readParameterForm(fields, {}), { given: {} })
  const form = {
    ...{ subject: 'Leak', 'comment.body': 'Water\neverywhere', 'comment.public': 'false', 'author.email': ' ' },
    ...{ priority: 'high', count: '3', tags: 'wet\n\n urgent', fields: 'a\nb', day: '2030-05-14' },
    ...{ payload: '{"a":[1]}', lines: '[]', level: '2', anything: 'null' },
  }
  assert.deepEqual(readParameterForm(fields, form), {
    given: {
      ...{ subject: 'Leak', comment: { body: 'Water\neverywhere', public: false }, priority: 'high', count: 3 },
      ...{ tags: ['wet', ' urgent'], fields: ['a', 'b'], day: '2030-05-14', payload: { a: [1] }, lines: [], level: 2 },
      anything: null,
    },
  })
})

test('a local time gets the offset of its time zone', () => {
  const read = readParameterForm(fields, { start: '2030-05-14T09:30' })
  assert.ok('given' in read)
  assert.match(String(read.given.start), /^2030-05-14T09:30:00[+-]\d\d:\d\d$/)
  assert.equal(new Date(String(read.given.start)).getTime(), new Date('2030-05-14T09:30').getTime())
})

test('what is no number, JSON or time is a problem of its field', () => {
  assert.deepEqual(readParameterForm(fields, { count: 'three', payload: '{', start: 'soon', subject: 'x' }), {
    problems: { count: 'number', payload: 'json', start: 'dateTime' },
  })
})

test('an error of the API belongs to the nearest field', () => {
  const found = [
    'with.subject',
    'with.comment.body',
    'with.comment',
    'with.tags[0]',
    'with.payload.a',
    'with',
    'with.x',
  ]
  assert.deepEqual(
    found.map((field) => findErrorKey(fields, field)),
    ['subject', 'comment.body', 'comment.body', 'tags', 'payload', undefined, undefined],
  )
})

test('a parameter may have the name of a property of every object', () => {
  const own = JSON.parse('{"properties":{"constructor":{"properties":{"name":{"type":"string"}}}}}')
  const read = readParameterForm(listParameterFields({ parameters: own }), { 'constructor.name': 'x' })
  assert.equal(JSON.stringify(read), '{"given":{"constructor":{"name":"x"}}}')
})
