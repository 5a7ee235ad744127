import { tokenizeText } from '../../../platform/search-text.ts'
import { emailKeyOf } from '../person/search-keys.ts'

/** Longer ones are no words that anybody is found by; as the terms of people are cut, so are these. */
const maxWordLength = 250
/** Nobody is found any better by more. */
const maxWords = 20

/** Digits with what people write between them, and no letter before or behind. */
const numbers = /(?<!\S)[+\d(][\d\s().-]*(?!\S)/g
const aNumber = /^[+\d\s().-]+$/
/** Shorter runs of digits are a house number beside a year as often as two parts of one telephone number. */
const digitsAcrossBlanks = 7
const minDigits = 4

/**
 * What a search asks for: words, each of which must be the beginning of one of the words of a person (see `searchWords`
 * of person/terms.ts). None at all means that there was nothing to look for in it.
 */
export function parseSearchWords(q: string): string[] {
  const spaced = aNumber.test(q) ? digitsOf(q, minDigits) : q.replace(numbers, (run) => digitsOf(run))
  const words = new Set(spaced.split(/\s+/).flatMap(splitToken))
  return [...words].filter((word) => !isImplied(word, words)).slice(0, maxWords)
}

function digitsOf(run: string, fewest = digitsAcrossBlanks): string {
  const digits = run.replace(/\D/g, '')
  if (digits.length < fewest) return run
  return ` ${digits.length > digitsAcrossBlanks ? digits.replace(/^00(?=[1-9])/, '') : digits} `
}

function splitToken(token: string): string[] {
  const bare = token.replace(/^[@<("'.,;:]+/, '').replace(/[>)"'.,;:]+$/, '')
  if (/@|[^.]\.[^.]/.test(bare) && !aNumber.test(bare)) return [truncateWord(emailKeyOf(bare))]
  const digits = aNumber.test(bare) ? bare.replace(/\D/g, '') : ''
  return digits.length >= minDigits ? [digits] : tokenizeText(bare).map(truncateWord)
}

function truncateWord(word: string): string {
  return [...word].slice(0, maxWordLength).join('')
}

/** Whoever has a word that begins with the longer one, has one that begins with the shorter. */
function isImplied(word: string, words: ReadonlySet<string>): boolean {
  return [...words].some((other) => other !== word && other.startsWith(word))
}
