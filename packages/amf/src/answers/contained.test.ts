import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { findContainedPhrases, type PhraseSpan } from './approximate.ts'

const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
const phrases = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }), { maxLength: 6 })

/** Brute force. */
function lookedFor(text: readonly string[], all: readonly (readonly string[])[]): PhraseSpan[] {
  const spans = all.flatMap((phrase) =>
    text.flatMap((_, from): PhraseSpan[] => {
      const to = from + phrase.length
      const joined = phrase.join(' ')
      return to <= text.length && text.slice(from, to).join(' ') === joined ? [{ phrase: joined, from, to }] : []
    }),
  )
  const holds = (outer: PhraseSpan, inner: PhraseSpan) =>
    outer.from <= inner.from && outer.to >= inner.to && outer.phrase !== inner.phrase
  return spans.filter((span) => !spans.some((other) => holds(other, span)))
}

const written = (spans: PhraseSpan[]) =>
  [...new Set(spans.map(({ phrase, from, to }) => `${from}-${to} ${phrase}`))].toSorted()

test('the search finds every phrase in a text, except those inside another phrase', () => {
  fc.assert(
    fc.property(words, phrases, (text, all) => {
      assert.deepEqual(written(findContainedPhrases(text, all)), written(lookedFor(text, all)))
    }),
    { numRuns: 3000 },
  )
})
