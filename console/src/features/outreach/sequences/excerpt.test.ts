import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf } from './excerpt.ts'

test('an excerpt has the words of a template in one line', () => {
  const body =
    'Hi {person.firstName|there}, shall we launch your **{person.customFields.boat}**?\n\n[[chips: Yes | No]]'
  assert.equal(excerptOf(body), 'Hi there, shall we launch your …?')
  assert.equal(excerptOf('Hello {person.firstName|block-send}'), 'Hello …')
})

test('an excerpt is short, and a template without words has none', () => {
  const long = excerptOf('word '.repeat(500))
  assert.ok(long.length <= 201 && long.endsWith('…'))
  assert.deepEqual([excerptOf(''), excerptOf('[[chips: Yes]]')], ['', ''])
})

test('braces and brackets that open nothing stay', () => {
  assert.equal(excerptOf('1 { 2 ] [[ 3 }'), '1 { 2 ] [[ 3 }')
  assert.equal(excerptOf('Say \\{hello}'), 'Say \\{hello}')
})
