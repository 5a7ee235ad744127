import type { Channel } from '@parley/amf'
import { customFieldHeader } from '@parley/definition/import-columns'
import type { ConsentStatus } from '@parley/definition/vocabulary'
import { tokenizeText } from '../../../platform/search-text.ts'
import type { PersonStatus } from '../person/person.ts'
import { emailKeyOf } from '../person/search-keys.ts'
import type { PeopleFilter } from './filter-schema.ts'

/** Search keys are truncated too, and no one is found by a longer word. */
const maxWordLength = 250
/** More words do not improve a search. */
const maxWords = 20

/** Digits with the usual separators of phone numbers, not adjacent to a letter. */
const numbers = /(?<!\S)[+\d(][\d\s().-]*(?!\S)/g
const aNumber = /^[+\d\s().-]+$/
/** Shorter runs of digits are as often a house number next to a year as two parts of a phone number. */
const digitsAcrossBlanks = 7
const minDigits = 4

/**
 * Parses a search into words; each must be the prefix of one of the person's words (see `searchWordsOf` in
 * person/search-keys.ts). An empty result means that the text contained nothing to search for.
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

/** A match of the longer word is also a match of its shorter prefix. */
function isImplied(word: string, words: ReadonlySet<string>): boolean {
  return [...words].some((other) => other !== word && other.startsWith(word))
}

/** A parsed filter: all criteria must match; in a list of values, any. */
export type ParsedFilter = {
  /** The words of each search; a search without words matches no one. */
  q?: string[][]
  status?: PersonStatus[]
  source?: string[]
  consent?: ConsentStatus[]
  tag?: string[]
  assignedRepresentativeId?: string[]
  preferredLocationId?: string[]
  importBatchId?: string[]
  channel?: Channel[]
  /** Exclusive bounds. */
  createdAfter?: Date
  createdBefore?: Date
  lastSeenAfter?: Date
  customFields: [key: string, values: string[]][]
}

export function parseFilter(given: PeopleFilter): ParsedFilter {
  const list = <T extends string>(field: string) => (field in given ? ([given[field]].flat() as T[]) : undefined)
  const times = (field: string) => list(field)?.map((time) => Date.parse(time))
  const searches = list('q')?.filter((q) => q.trim() !== '')
  const keys = Object.keys(given).filter((field) => field.startsWith(customFieldHeader))
  return {
    q: searches?.length ? searches.map(parseSearchWords) : undefined,
    status: list('status'),
    source: list('source'),
    consent: list('consent'),
    tag: list('tag'),
    assignedRepresentativeId: list('assignedRepresentativeId'),
    preferredLocationId: list('preferredLocationId'),
    importBatchId: list('importBatchId'),
    channel: list('channel'),
    // Values are alternatives: later than any of several times means later than the earliest.
    createdAfter: dateOf(Math.min, times('createdAfter')),
    createdBefore: dateOf(Math.max, times('createdBefore')),
    lastSeenAfter: dateOf(Math.min, times('lastSeenAfter')),
    customFields: keys.sort().map((field) => [field.slice(customFieldHeader.length), list(field) ?? []]),
  }
}

function dateOf(choose: (...times: number[]) => number, times: number[] | undefined): Date | undefined {
  return times && new Date(choose(...times))
}
