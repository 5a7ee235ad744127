import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import {
  type CaseDraft,
  formatDraft,
  formatWrittenValue,
  moveListItem,
  parseDraft,
  parseWrittenValue,
  setInDraft,
  toBracketPath,
  toCaseDraft,
  toPathFromPointer,
  valueAtPath,
} from './case-draft.ts'

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const step = fc.oneof(word, fc.nat({ max: 3 }))
const wayTo = fc.tuple(word, fc.array(step, { maxLength: 4 })).map(([first, rest]) => [first, ...rest])
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean())
const drafts = fc
  .array(fc.tuple(word, fc.jsonValue({ maxDepth: 3 })))
  .map((entries): CaseDraft => JSON.parse(JSON.stringify(Object.fromEntries(entries))))

test('setting a value changes that path and nothing else', () => {
  fc.assert(
    fc.property(drafts, word, value, (draft, key, next) => {
      const changed = setInDraft(draft, [key], next)
      assert.equal(valueAtPath(changed, [key]), next)
      for (const other of Object.keys(draft).filter((one) => one !== key)) {
        assert.deepEqual(changed[other], draft[other])
      }
    }),
  )
  fc.assert(
    fc.property(wayTo, value, (path, next) => {
      // A list has no gaps: a value set beyond its end is appended.
      const found = valueAtPath(
        setInDraft({}, path, next),
        path.map((one) => (typeof one === 'number' ? 0 : one)),
      )
      assert.equal(found, next)
    }),
  )
})

test('removing a value also removes the empty containers around it', () => {
  const draft = { title: 'Hours', expect: { checks: { textIncludes: ['nine'] } } }
  assert.deepEqual(setInDraft(draft, ['expect', 'checks', 'textIncludes'], undefined), { title: 'Hours' })
  assert.deepEqual(setInDraft({ turns: ['a', 'b'] }, ['turns', 0], undefined), { turns: ['b'] })
  assert.deepEqual(setInDraft({ a: { b: 1, c: 2 } }, ['a', 'b'], undefined), { a: { c: 2 } })
})

test('a draft is the same after it is written as text and parsed again', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      assert.deepEqual(parseDraft(formatDraft(draft)), { draft })
    }),
  )
})

test('a text that is not a document is reported and never throws', () => {
  for (const text of ['', '- a', 'a: [', '"x', '7']) assert.ok('message' in parseDraft(text), text)
  fc.assert(fc.property(fc.string(), (text) => void parseDraft(text)))
})

test('a draft has the editable fields in reading order', () => {
  const stored = { turns: [], id: 'case_1', title: 'x', lint: [], origin: {}, key: 'k', suiteId: 's', createdAt: '' }
  assert.deepEqual(Object.keys(toCaseDraft(stored)), ['key', 'title', 'turns'])
})

test('a written value is read as JSON where it is JSON, and every value survives being written', () => {
  const read = ['2', 'true', '{"a":[1]}', '"2"', 'two', '', '1e999'].map(parseWrittenValue)
  assert.deepEqual(read, [2, true, { a: [1] }, '2', 'two', '', '1e999'])
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sent: unknown = JSON.parse(JSON.stringify(value))
      assert.deepEqual(parseWrittenValue(formatWrittenValue(sent)), sent)
    }),
  )
})

test('the pointer of a finding uses the name of its field', () => {
  assert.equal(toPathFromPointer('/turns/1/chip'), 'turns[1].chip')
  assert.equal(toPathFromPointer('/scenario/stubs/a~1b~0'), 'scenario.stubs.a/b~')
  assert.equal(toPathFromPointer(''), '')
  assert.equal(toBracketPath(['turns', 1, 'chip']), 'turns[1].chip')
})

test('a list item moves by one position and stays in place at the ends', () => {
  assert.deepEqual(moveListItem(['a', 'b', 'c'], 1, -1), ['b', 'a', 'c'])
  assert.deepEqual(moveListItem(['a', 'b', 'c'], 1, 1), ['a', 'c', 'b'])
  assert.deepEqual(moveListItem(['a', 'b'], 0, -1), ['a', 'b'])
  assert.deepEqual(moveListItem(['a', 'b'], 1, 1), ['a', 'b'])
})
