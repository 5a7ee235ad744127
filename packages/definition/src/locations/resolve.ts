import { normalizeText, splitWords } from '@parley/amf'
import { editDistance } from '@parley/findings'
import { memoize } from '../memoize.ts'
import { type AgentLocation, listEnabledLocations } from './location.ts'

/** What is known about the location that a person means. */
export type LocationHints = {
  /** What the person wrote. */
  text?: string | undefined
  /** The id of the location that the conversation is about. */
  session?: string | undefined
  /** The id of the location that the person prefers. */
  person?: string | undefined
}

export type LocationResolution =
  | { kind: 'one'; location: AgentLocation; by: 'text' | 'session' | 'person' | 'only' }
  /** The locations that the person has to choose from, in the operator's order. */
  | { kind: 'several'; locations: readonly AgentLocation[] }
  | { kind: 'none' }

/**
 * Decides which location a person means: the one that their text names, else the one of the conversation, else the one
 * they prefer, else the only one. Never a disabled one.
 */
export function resolveLocation(
  { locations }: { locations: readonly AgentLocation[] },
  { text, session, person }: LocationHints,
): LocationResolution {
  const enabled = listEnabledLocations(locations)
  const named = text === undefined ? [] : findNamedLocations(enabled, text)
  const [first] = named
  if (first && named.length === 1) return { kind: 'one', location: first, by: 'text' }
  const candidates = named.length > 0 ? named : enabled
  const known = (id: string | undefined) => candidates.find((location) => location.id === id)
  const ofSession = known(session)
  if (ofSession) return { kind: 'one', location: ofSession, by: 'session' }
  const ofPerson = known(person)
  if (ofPerson) return { kind: 'one', location: ofPerson, by: 'person' }
  const [only] = candidates
  if (!only) return { kind: 'none' }
  return candidates.length === 1
    ? { kind: 'one', location: only, by: 'only' }
    : { kind: 'several', locations: candidates }
}

/** The form in which a location is compared with a text. */
type LocationIndex = {
  id: string
  name: string
  /** The name and the aliases. */
  phrases: readonly string[]
  /** All words of the names and the address that tell locations apart. */
  words: ReadonlySet<string>
}

const indexLocation = memoize(({ id, name, aliases = [], address = '' }: AgentLocation): LocationIndex => {
  const phrases = [name, ...aliases].map(normalizeText).filter((phrase) => phrase !== '')
  const words = splitWords([name, ...aliases, address].join(' ')).filter(isTelling)
  return { id: normalizeText(id), name: normalizeText(name), phrases, words: new Set(words) }
})

type SearchedText = { text: string; words: readonly string[] }

/** Names stand in short texts; a longer one is a story. */
const maxTextLength = 500

/**
 * Returns the locations that a text names, in their order; several when it fits several equally well. The most certain
 * kind of match decides: an exact name wins over an exact alias, and that over a name within a sentence.
 */
export function findNamedLocations(
  locations: readonly AgentLocation[],
  text: string,
  { byName = false }: { /** Ignores streets, cities and misspelled names. */ byName?: boolean } = {},
): readonly AgentLocation[] {
  const searched = toSearchedText(text)
  if (!searched) return []
  for (const match of byName ? matchesByName : matches) {
    const found = match(locations, searched)
    if (found.length > 0) return found
  }
  return []
}

function toSearchedText(text: string): SearchedText | undefined {
  if (text.length > maxTextLength) return undefined
  const normalized = normalizeText(text)
  return normalized === '' ? undefined : { text: normalized, words: splitWords(text) }
}

type LocationMatch = (locations: readonly AgentLocation[], searched: SearchedText) => readonly AgentLocation[]

const matchesByName: readonly LocationMatch[] = [
  (locations, { text }) => locations.filter((location) => indexLocation(location).name === text),
  (locations, { text }) =>
    locations.filter((location) => {
      const { id, phrases } = indexLocation(location)
      return id === text || phrases.includes(text)
    }),
  (locations, searched) => (isNegated(searched) ? [] : findContained(locations, searched)),
]

const matches: readonly LocationMatch[] = [
  ...matchesByName,
  (locations, searched) => (isNegated(searched) ? [] : findByWords(locations, searched)),
  (locations, searched) => (isNegated(searched) ? [] : findMisspelled(locations, searched)),
]

/** Words that exclude what they stand beside: “not the harbor”. */
const negations = new Set([
  'not',
  'never',
  'neither',
  'nor',
  'except',
  'instead',
  'without',
  'besides',
  'isnt',
  'arent',
])

const isNegated = ({ words }: SearchedText): boolean => words.some((word) => negations.has(word))

/** In “North Harbor”, the location Harbor is not named when another one is called North Harbor. */
function findContained(locations: readonly AgentLocation[], { text }: SearchedText): readonly AgentLocation[] {
  const named = new Map(
    locations.map((location) => [
      location,
      indexLocation(location).phrases.filter((phrase) => containsPhrase(text, phrase)),
    ]),
  )
  const all = [...named.values()].flat()
  const isPartOfAnother = (phrase: string) => all.some((other) => other !== phrase && containsPhrase(other, phrase))
  return locations.filter((location) => named.get(location)?.some((phrase) => !isPartOfAnother(phrase)))
}

/** Scripts that write words without spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const containsPhrase = (text: string, phrase: string): boolean =>
  unspaced.test(phrase) ? text.includes(phrase) : ` ${text} `.includes(` ${phrase} `)

/** A longer text may contain the name of a street by chance. */
const maxWords = 10

/** Locations that have every telling word of the text; if none has all of them, those that have any. */
function findByWords(locations: readonly AgentLocation[], { words }: SearchedText): readonly AgentLocation[] {
  if (words.length > maxWords) return []
  const isKnown = (word: string) => locations.some((location) => indexLocation(location).words.has(word))
  const telling = words.filter((word) => isTelling(word) && isKnown(word))
  if (telling.length === 0) return []
  const withAll = locations.filter((location) => telling.every((word) => indexLocation(location).words.has(word)))
  if (withAll.length > 0) return withAll
  return locations.filter((location) => telling.some((word) => indexLocation(location).words.has(word)))
}

/** Words that fit any location, so they identify none. */
const genericWords = new Set(
  `the and for our your near next from with this that one please street str strasse road avenue ave lane square platz drive
  boulevard suite floor building house center centre location place branch office practice clinic store shop studio salon
  restaurant site`.split(/\s+/),
)

const minWordLength = 3
/** A postal code; shorter numbers are house numbers, times and counts. */
const minDigits = 5

function isTelling(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= minDigits
  return (word.length >= minWordLength || unspaced.test(word)) && !genericWords.has(word)
}

const minTypoLength = 5

/** Names with a typo, when the text says nothing else. */
function findMisspelled(locations: readonly AgentLocation[], { text }: SearchedText): readonly AgentLocation[] {
  return locations.filter((location) =>
    indexLocation(location).phrases.some((phrase) => phrase.length >= minTypoLength && isTypoOf(text, phrase)),
  )
}

function isTypoOf(text: string, phrase: string): boolean {
  const most = phrase.length < 8 ? 1 : 2
  return Math.abs(text.length - phrase.length) <= most && editDistance(text, phrase, { most }) <= most
}
