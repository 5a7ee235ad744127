import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import type { Phrases } from './phrases.ts'
import { pt } from './pt.ts'

/** Other languages fall back to English. */
export const phrasesByLanguage: ReadonlyMap<string, Phrases> = new Map(Object.entries({ en, de, es, fr, it, pt }))

/** `locale` must be in canonical form. */
export function getPhrases(locale: string): Phrases {
  const dash = locale.indexOf('-')
  return phrasesByLanguage.get(dash < 0 ? locale : locale.slice(0, dash)) ?? en
}
