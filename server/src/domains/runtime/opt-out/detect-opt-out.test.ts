import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { isOptOutRequest } from './detect-opt-out.ts'
import { optOutWordings, otherWordings } from './testing/wordings.ts'

test('the labeled set contains at least 200 wordings of each kind, without duplicates', () => {
  for (const set of [optOutWordings, otherWordings])
    assert.ok(new Set(set).size >= 200 && new Set(set).size === set.length)
})

test('similar wordings with another meaning are never detected as an opt-out', () => {
  assert.deepEqual(otherWordings.filter(isOptOutRequest), [])
})

test('97 percent of opt-out wordings are detected', () => {
  const missed = optOutWordings.filter((text) => !isOptOutRequest(text))
  assert.ok(missed.length <= optOutWordings.length * 0.03, `missed: ${missed.join(' | ')}`)
})

test('capitals, spaces and politeness do not change the detection', () => {
  const understood = optOutWordings.filter(isOptOutRequest).filter((text) => /^[\x20-\x7e]+$/.test(text))
  const around = fc.constantFrom('', ' ', '\n', '!!', '  ', '…')
  fc.assert(
    fc.property(fc.constantFrom(...understood), around, around, fc.boolean(), (text, before, after, loud) => {
      assert.ok(isOptOutRequest(`${before}${loud ? text.toUpperCase() : text}${after}`), text)
    }),
  )
})

test('any text is processed without an error', () => {
  const words = fc.constantFrom(
    'stop',
    'texting',
    'me',
    'please',
    'dont',
    'your',
    'list',
    ',',
    'the',
    'no',
    'more',
    'all',
    'text',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 120 }).map((each) => each.join(' ')),
  )
  fc.assert(fc.property(text, (value) => assert.equal(typeof isOptOutRequest(value), 'boolean')))
})

test('only the beginning of a very long text is read', () => {
  const floods = [
    'a',
    'stop ',
    'stop',
    ' ',
    '\n',
    'no more ',
    'the ',
    'all of ',
    'text ',
    'spam ',
    'i want to ',
    '\ud800',
    '\u0000',
    '👍',
    'ﷺ',
    'now ',
    'please ',
  ]
  for (const flood of floods) {
    assert.equal(typeof isOptOutRequest(flood.repeat(100_000 / flood.length)), 'boolean')
    assert.equal(typeof isOptOutRequest(`stop sending me ${flood.repeat(100)}x`), 'boolean')
  }
})
