import { LruCache } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import { readLexemes } from '../queries/word-index.ts'
import type { LexemeOf } from './search-index.ts'

const maxCachedWords = 50_000
/** The words of one agent must not displace those of all others. */
const maxWarmedWords = 10_000
const wordsPerRead = 500

export type LexemeCache = {
  /** Returns undefined when PostgreSQL splits a word into several lexemes, as it does `1e5x`. */
  resolve(db: Db, words: readonly string[]): Promise<LexemeOf | undefined>
  /** Resolves words in advance that searches will probably ask for. */
  warm(db: Db, words: readonly string[]): Promise<void>
}

/** Resolves words with PostgreSQL's own dictionary, which depends on nothing but the word: once per process for each. */
export function createLexemeCache(): LexemeCache {
  const known = new LruCache<string, readonly string[]>(maxCachedWords)

  async function read(db: Db, words: readonly string[]): Promise<Map<string, readonly string[]>> {
    const lexemes = new Map(words.map((word) => [word, known.get(word)!]))
    const missing = [...lexemes.keys()].filter((word) => lexemes.get(word) === undefined)
    if (missing.length === 0) return lexemes
    for (const [at, found] of (await readLexemes(db, missing)).entries()) {
      lexemes.set(missing[at]!, found)
      known.set(missing[at]!, found)
    }
    return lexemes
  }

  return {
    async warm(db, words) {
      const most = Math.min(words.length, maxWarmedWords)
      for (let from = 0; from < most; from += wordsPerRead)
        await read(db, words.slice(from, Math.min(from + wordsPerRead, most)))
    },
    async resolve(db, words) {
      const lexemes = await read(db, words)
      if (lexemes.values().some((own) => own!.length > 1)) return undefined
      return (word) => lexemes.get(word)?.[0]
    },
  }
}
