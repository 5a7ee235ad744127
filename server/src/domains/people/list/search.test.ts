import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { searchWordsOf } from '../person/search-keys.ts'
import { parseSearchWords } from './filter.ts'

const searches: [title: string, q: string, words: string[]][] = [
  ['is taken apart into folded words', 'Größe  CAFÉ', ['grosse', 'cafe']],
  ['drops a word that another one begins with', 'Ann Anna', ['anna']],
  ['takes an address whole', '<Anna.Smith@Example.com>,', ['anna.smith@example.com']],
  ['takes the beginning of an address', 'anna@', ['anna@']],
  ['takes a domain whole', '@example.com', ['example.com']],
  ['leaves digits in an address alone', 'acc1234567@example.com', ['acc1234567@example.com']],
  ['reads a telephone number as its digits', '+1 (202) 555-0143', ['12025550143']],
  ['reads the international prefix as the plus sign', '0049 30 1234567', ['49301234567']],
  ['finds a telephone number between words', 'anna 202-555-0143 smith', ['anna', '2025550143', 'smith']],
  ['reads four digits as the end of a number', '01-43', ['0143']],
  ['does not join a house number and a year', 'studio 54 2020', ['studio', '54', '2020']],
  ['gives pairs of neighbours where no blanks are written', '山田太', ['山田', '田太']],
  ['is nothing without a letter or digit', ' !? .@ ', []],
]
for (const [title, q, words] of searches) {
  test(`a search ${title}`, () => assert.deepEqual(parseSearchWords(q), words))
}

test('a person is found by the start of any of their words, by the start of their email address and by their number', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abcéß 山田 -.'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(name, fc.nat(999), fc.nat(30), (fullName, n, length) => {
      const person = { fullName, email: `Anna.${n}@example.com`, phone: `+1202555${1000 + n}` }
      const words = searchWordsOf(person)
      const queries = [
        fullName.replaceAll('.', ' '),
        person.email.slice(0, 5 + length),
        person.phone,
        `202 555 ${1000 + n}`,
      ]
      for (const q of queries) {
        for (const word of parseSearchWords(q))
          assert.ok(
            words.some((own) => own.startsWith(word)),
            `${q}: ${word}`,
          )
      }
    }),
  )
})

test('any search has few words, and none is long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (q) => {
      const words = parseSearchWords(q)
      assert.ok(words.length <= 20 && words.every((word) => word !== '' && [...word].length <= 250))
    }),
  )
})
