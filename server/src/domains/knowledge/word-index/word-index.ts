import type { EntryKind } from '../entry.ts'
import { forEachLexeme } from './rank.ts'
import { addToVocabulary, type KnownWords } from './vocabulary.ts'

export type IndexedEntry = {
  kind: EntryKind
  id: string
  sourceId?: string
  playbookIds?: readonly string[]
  title: string
  text: string
  phrases: readonly string[]
  /** The number of different lexemes. */
  size: number
}

/** An entry as it is read: with its vector in the format of `tsvectorsend`, and its place in the table. */
export type IndexableEntry = Omit<IndexedEntry, 'size'> & { words: Buffer; place: number }

/** A phrase of a Fact or a Thing, and how many words it has. */
type IndexedPhrase = { entry: number; length: number }

/**
 * The words of an agent's entries. Facts and Things have the numbers below `firstPassage`; each group is numbered by the
 * place in the table, the order in which PostgreSQL visits it. The entries with the lexeme `n` are those from `starts[n]` to before `starts[n + 1]` in `entryNumbers`, ascending,
 * and `ranks` has their ranks.
 */
export type WordIndex = {
  version: number
  bytes: number
  entries: readonly IndexedEntry[]
  places: Float64Array
  firstPassage: number
  lexemes: ReadonlyMap<string, number>
  starts: Uint32Array
  entryNumbers: Uint32Array
  ranks: Float32Array
  phrases: readonly IndexedPhrase[]
  phrasesByWord: ReadonlyMap<string, readonly number[]>
  vocabulary: KnownWords
}

/** The postings of one entry until its number is known. */
type CollectedEntry = { entry: IndexedEntry; place: number; lexemes: Uint32Array; ranks: Float32Array }

/** Estimates of what strings, arrays and maps take besides their contents. */
const overhead = { entry: 400, lexeme: 120, phraseWord: 120, word: 64 }

/** Collects entries in any order. Every method takes a fraction of a millisecond for an entry of usual length. */
export function createIndexBuilder() {
  const collected: CollectedEntry[] = []
  const lexemes = new Map<string, number>()
  const vocabulary = new Map<string, string[]>()
  let bytes = 0

  function numberOf(lexeme: string): number {
    let number = lexemes.get(lexeme)
    if (number === undefined) {
      number = lexemes.size
      lexemes.set(lexeme, number)
      bytes += overhead.lexeme + lexeme.length
    }
    return number
  }

  return {
    bytes: () => bytes,
    addEntry({ words, place, ...entry }: IndexableEntry): void {
      const size = words.readUInt32BE(0)
      const [own, ranks] = [new Uint32Array(size), new Float32Array(size)]
      let at = 0
      forEachLexeme(words, (lexeme, rank) => {
        own[at] = numberOf(lexeme)
        ranks[at++] = rank
      })
      collected.push({ entry: { ...entry, size }, place, lexemes: own, ranks })
      bytes += overhead.entry + 8 * size + bytesOfTexts(entry)
    },
    addWords(firstLetter: string, words: readonly string[]): void {
      addToVocabulary(vocabulary, firstLetter, words)
      bytes += words.reduce((sum, word) => sum + overhead.word + word.length, 0)
    },
    /** Yields between steps of at most some milliseconds. */
    *finish(version: number): Generator<undefined, WordIndex> {
      collected.sort((one, other) => groupOf(one) - groupOf(other) || one.place - other.place)
      yield
      const postings = yield* arrangePostings(collected, lexemes.size)
      const phrases = yield* arrangePhrases(collected)
      bytes += phrases.phrasesByWord.size * overhead.phraseWord + phrases.phrases.length * 48
      const entries = collected.map(({ entry }) => entry)
      const places = Float64Array.from(collected, ({ place }) => place)
      const firstPassage = entries.filter(({ kind }) => kind !== 'passage').length
      return { version, bytes, entries, places, firstPassage, lexemes, vocabulary, ...postings, ...phrases }
    },
  }
}

const groupOf = ({ entry }: CollectedEntry): number => (entry.kind === 'passage' ? 1 : 0)

/** Two bytes for each character, as texts that are not Latin-1 take. */
function bytesOfTexts({ id, title, text, phrases }: Pick<IndexedEntry, 'id' | 'title' | 'text' | 'phrases'>): number {
  return 2 * phrases.reduce((sum, phrase) => sum + phrase.length + 24, id.length + title.length + text.length)
}

const entriesPerStep = 500

function* arrangePostings(collected: readonly CollectedEntry[], lexemeCount: number) {
  const starts = new Uint32Array(lexemeCount + 1)
  for (const { lexemes } of collected) for (const lexeme of lexemes) starts[lexeme + 1]! += 1
  for (let lexeme = 0; lexeme < lexemeCount; lexeme++) starts[lexeme + 1]! += starts[lexeme]!
  yield
  const total = starts[lexemeCount]!
  const next = starts.slice()
  const [entryNumbers, ranks] = [new Uint32Array(total), new Float32Array(total)]
  for (const [number, entry] of collected.entries()) {
    if (number % entriesPerStep === 0) yield
    for (let at = 0; at < entry.lexemes.length; at++) {
      const posting = next[entry.lexemes[at]!]!++
      entryNumbers[posting] = number
      ranks[posting] = entry.ranks[at]!
    }
  }
  return { starts, entryNumbers, ranks }
}

function* arrangePhrases(collected: readonly CollectedEntry[]) {
  const phrases: IndexedPhrase[] = []
  const phrasesByWord = new Map<string, number[]>()
  for (const [number, { entry }] of collected.entries()) {
    if (number % entriesPerStep === 0) yield
    if (entry.kind === 'passage') continue
    for (const phrase of entry.phrases) {
      const words = phrase.split(' ')
      for (const word of new Set(words)) {
        const known = phrasesByWord.get(word)
        if (known) known.push(phrases.length)
        else phrasesByWord.set(word, [phrases.length])
      }
      phrases.push({ entry: number, length: words.length })
    }
  }
  return { phrases, phrasesByWord }
}

/** The entries that contain the lexeme, as a range of `entryNumbers`. */
export function findPostings({ lexemes, starts }: WordIndex, lexeme: string): { from: number; to: number } {
  const number = lexemes.get(lexeme)
  return number === undefined ? { from: 0, to: 0 } : { from: starts[number]!, to: starts[number + 1]! }
}
