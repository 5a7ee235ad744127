import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { maxPassages, splitIntoPassages, type TextSection } from './passages.ts'
import { UnreadableSourceError } from './readers/reader.ts'

const sentence = 'The pump is cleaned once a week with warm water. '

test('paragraphs are combined until a passage is full, and are never split if they fit', () => {
  const paragraphs = Array.from({ length: 10 }, (_, n) => `${n} ${sentence.repeat(3).trim()}`)
  const passages = splitIntoPassages([{ heading: 'Care', paragraphs }])
  assert.deepEqual(
    passages.flatMap(({ text }) => text.split('\n')),
    paragraphs,
  )
  assert.ok(passages.slice(0, -1).every(({ text }) => text.length >= 600 && text.length <= 1000))
  assert.ok(passages.every(({ heading }) => heading === 'Care'))
})

test('a long paragraph is split between sentences', () => {
  const passages = splitIntoPassages([{ paragraphs: [sentence.repeat(60)] }])
  assert.ok(passages.length > 2)
  for (const { text } of passages) assert.match(text, /^The pump.*water\.$/s)
})

test('a text without spaces is split between characters, and never within a surrogate pair', () => {
  const passages = splitIntoPassages([{ paragraphs: [`x${'🦷'.repeat(2000)}`] }])
  assert.equal(passages.map(({ text }) => text).join(''), `x${'🦷'.repeat(2000)}`)
  assert.ok(passages.every(({ text }) => text.isWellFormed() && text.length <= 1000))
})

test('sections are never mixed, and characters that cannot be stored or displayed are removed', () => {
  assert.deepEqual(
    splitIntoPassages([
      { heading: ' A \n B ', paragraphs: ['one\u0000\ud800', ' ', 'two   three'] },
      { paragraphs: ['four'] },
    ]),
    [{ heading: 'A\nB', text: 'one�\ntwo three' }, { text: 'four' }],
  )
})

test(`more than ${maxPassages} passages are refused with an explanation`, () => {
  const sections = (count: number) => Array.from({ length: count }, (): TextSection => ({ paragraphs: ['x'] }))
  assert.equal(splitIntoPassages(sections(maxPassages)).length, maxPassages)
  assert.throws(() => splitIntoPassages(sections(maxPassages + 1)), UnreadableSourceError)
})

test('the passages of a section contain every word of it, in order', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcé.!?🦷'), minLength: 1, maxLength: 40 })
  const paragraph = fc.array(word, { maxLength: 300 }).map((words) => words.join(' '))
  const section = fc.record({
    heading: fc.option(word, { nil: undefined }),
    paragraphs: fc.array(paragraph, { maxLength: 5 }),
  })
  fc.assert(
    fc.property(fc.array(section, { maxLength: 4 }), (sections) => {
      const given = sections.flatMap(({ paragraphs }) => paragraphs.flatMap((text) => text.split(' '))).filter(Boolean)
      const passages = splitIntoPassages(sections)
      assert.deepEqual(
        passages.flatMap(({ text }) => text.split(/\s+/)),
        given,
      )
      assert.ok(passages.every(({ text }) => text.length <= 1000))
    }),
    { numRuns: 50 },
  )
})
