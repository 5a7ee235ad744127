import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '@parley/amf'
import { appendPart, findReplies, readSlashQuery, toCardAml, toChipsAml, toMediaAml } from './aml-parts.ts'

const content = {
  image: () => undefined,
  template: () => undefined,
  thing: () => undefined,
  collection: () => undefined,
}
const problemsOf = (aml: string) => compile(aml, { content }).problems

test('inserted parts are valid AML, whatever is typed into their fields', () => {
  const hostile = 'a | b ]] [[card: x\nnext'
  const parts = [
    toChipsAml('Yes\nNo, thanks\n\n'),
    toCardAml({ title: 'Red scarf', description: 'Soft', image: 'https://example.com/a.png', chips: 'Take it' }),
    toCardAml({ title: hostile, description: hostile, image: '', chips: '' }),
    toMediaAml({ url: 'https://example.com/a.png', name: 'The bay ]]', caption: 'From | here' }),
  ]
  for (const part of parts) assert.deepEqual(problemsOf(`Hello\n\n${part}`), [], part)
  assert.equal(parts[0], '[[chips: Yes | No, thanks]]')
  assert.equal(toChipsAml(' \n'), '')
})

test('a part follows the text on lines of its own', () => {
  assert.equal(appendPart('Hello ', '[[chips: Yes]]'), 'Hello\n\n[[chips: Yes]]')
  assert.equal(appendPart('', '[[chips: Yes]]'), '[[chips: Yes]]')
  assert.equal(appendPart('Hello', ''), 'Hello')
})

test('a slash at the start searches saved replies, shortcuts first', () => {
  assert.equal(readSlashQuery('/Ho'), 'ho')
  assert.equal(readSlashQuery('/'), '')
  assert.equal(readSlashQuery('and/or'), undefined)
  assert.equal(readSlashQuery('/ho what'), undefined)
  const replies = [
    { id: '1', title: 'How to pay', aml: '' },
    { id: '2', title: 'Opening', shortcut: 'Hours', aml: '' },
    { id: '3', title: 'Other', aml: '' },
  ]
  assert.deepEqual(
    findReplies(replies, 'ho').map(({ id }) => id),
    ['2', '1'],
  )
  assert.equal(findReplies(replies, '').length, 3)
})
