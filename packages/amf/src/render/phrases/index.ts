import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import type { Phrases } from './phrases.ts'
import { pt } from './pt.ts'

/** A language that is not here gets English. */
export const phrasesByLanguage: ReadonlyMap<string, Phrases> = new Map(Object.entries({ en, de, es, fr, it, pt }))

export function phrasesFor(locale: string): Phrases {
  return phrasesByLanguage.get(locale.split('-', 1)[0]?.toLowerCase() ?? 'en') ?? en
}
