/** An agent's words by first letter and length, for finding the words that a misspelled one resembles. */
export type KnownWords = ReadonlyMap<string, readonly string[]>

/** `changes` is the edit distance to the misspelled word. */
export type SimilarWord = { word: string; changes: number }

const maxSimilarWords = 3
/** Longer than every word in a vocabulary and every word that can be misspelled. */
const maxCodePoints = 64

export function addToVocabulary(vocabulary: Map<string, string[]>, firstLetter: string, words: readonly string[]) {
  for (const word of words) {
    const key = firstLetter + countCodePoints(word)
    const sameLength = vocabulary.get(key)
    if (sameLength) sameLength.push(word)
    else vocabulary.set(key, [word])
  }
}

export function containsWord(vocabulary: KnownWords, word: string): boolean {
  return vocabulary.get(firstLetterOf(word) + countCodePoints(word))?.includes(word) ?? false
}

/** The most similar words with the same first letter, by edit distance and then by code points. */
export function findSimilarWords(vocabulary: KnownWords, word: string): SimilarWord[] {
  const length = countCodePoints(word)
  const most = length < 8 ? 1 : 2
  const wanted = new Uint32Array(length)
  fillCodePoints(wanted, word)
  const found: SimilarWord[] = []
  for (let size = length - most; size <= length + most; size++) {
    for (const candidate of vocabulary.get(firstLetterOf(word) + size) ?? []) {
      const changes = boundedDistance(wanted, candidate, size, most)
      if (changes <= most) found.push({ word: candidate, changes })
    }
  }
  found.sort((one, other) => one.changes - other.changes || compareCodePoints(one.word, other.word))
  return found.slice(0, maxSimilarWords)
}

const firstLetterOf = (word: string): string => String.fromCodePoint(word.codePointAt(0) as number)

export function countCodePoints(word: string): number {
  let count = 0
  for (let at = 0; at < word.length; at++) if (!isTrailing(word.charCodeAt(at))) count++
  return count
}

/** The second half of a character beyond the basic plane. Texts from PostgreSQL and tokens are well-formed. */
const isTrailing = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

function fillCodePoints(into: Uint32Array, word: string): void {
  for (let at = 0, n = 0; at < word.length; n++) {
    const point = word.codePointAt(at) as number
    into[n] = point
    at += point > 0xffff ? 2 : 1
  }
}

/** The order of the collation "C" in a UTF-8 database. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    if (one.charCodeAt(at) === other.charCodeAt(at)) continue
    // Same first half of a pair, or different characters: either way, comparing from here is right.
    return toCodePointOrder(one.charCodeAt(at)) - toCodePointOrder(other.charCodeAt(at))
  }
  return one.length - other.length
}

/** Surrogates sort after the rest of the basic plane, as the characters that they encode do. */
const toCodePointOrder = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

const candidatePoints = new Uint32Array(maxCodePoints)
const rows = [new Uint8Array(maxCodePoints + 1), new Uint8Array(maxCodePoints + 1)] as const

/** The edit distance, or a number above `most` as soon as it is certain to be larger. */
function boundedDistance(wanted: Uint32Array, candidate: string, size: number, most: number): number {
  if (size > maxCodePoints) return most + 1
  fillCodePoints(candidatePoints, candidate)
  let [above, row] = rows
  for (let at = 0; at <= size; at++) above[at] = Math.min(at, most + 1)
  for (let line = 1; line <= wanted.length; line++) {
    let least = most + 1
    const [from, to] = [Math.max(1, line - most), Math.min(size, line + most)]
    row[from - 1] = from === 1 ? Math.min(line, most + 1) : most + 1
    for (let at = from; at <= to; at++) {
      const same = wanted[line - 1] === candidatePoints[at - 1] ? 0 : 1
      const inserted = at < line + most ? above[at]! : most + 1
      row[at] = Math.min(above[at - 1]! + same, row[at - 1]! + 1, inserted + 1, most + 1)
      least = Math.min(least, row[at]!)
    }
    if (Math.min(least, row[from - 1]!) > most) return most + 1
    ;[above, row] = [row, above]
  }
  return above[size]!
}
