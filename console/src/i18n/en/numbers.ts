import { language } from '../language.ts'

const plurals = new Intl.PluralRules(language)

export const formatNumber = (value: number): string => value.toLocaleString(language)

/** “3 people” of a count and two words; the default plural is the English one. */
export const formatCount = (many: number, one: string, more = `${one}s`): string =>
  `${formatNumber(many)} ${plurals.select(many) === 'one' ? one : more}`
