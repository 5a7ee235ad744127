import { LruCache } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import { readLexemes } from '../queries/word-index.ts'
import type { LexemeOf } from './search-index.ts'

const maxCachedWords = 50_000

/**
 * Resolves words with PostgreSQL's own dictionary, which depends on nothing but the word: each is asked for once per
 * process. `resolve` returns undefined when PostgreSQL splits a word into several lexemes, as it does `1e5x`.
 */
export function createLexemeCache() {
  const known = new LruCache<string, readonly string[]>(maxCachedWords)

  return {
    async resolve(db: Db, words: readonly string[]): Promise<LexemeOf | undefined> {
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
export type LexemeCache = ReturnType<typeof createLexemeCache>
