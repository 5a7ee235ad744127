import { LruCache } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import { readLexemes } from '../queries/word-index.ts'
import type { LexemeOf } from './search-index.ts'

const maxCachedWords = 50_000

export type LexemeCache = {
  /** Returns undefined when PostgreSQL splits a word into several lexemes, as it does `1e5x`. */
  resolve(db: Db, words: readonly string[]): Promise<LexemeOf | undefined>
}

/** Resolves words with PostgreSQL's own dictionary, which depends on nothing but the word: once per process for each. */
export function createLexemeCache(): LexemeCache {
  const known = new LruCache<string, readonly string[]>(maxCachedWords)

  return {
    async resolve(db, words) {
      const lexemes = new Map(words.map((word) => [word, known.get(word)]))
      const missing = [...lexemes.keys()].filter((word) => lexemes.get(word) === undefined)
      if (missing.length > 0) {
        const read = await readLexemes(db, missing)
        for (const [at, word] of missing.entries()) {
          lexemes.set(word, read[at])
          known.set(word, read[at]!)
        }
      }
      if (lexemes.values().some((own) => own!.length > 1)) return undefined
      return (word) => lexemes.get(word)?.[0]
    },
  }
}
