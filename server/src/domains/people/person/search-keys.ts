import { memoize } from '@parley/definition'
import { tokenizeText } from '../../../platform/search-text.ts'
import type { NewPerson } from './change.ts'

/**
 * What a person is found by, beside the columns that are filters themselves: one term for each tag, channel, import and
 * custom field, and for each word of a search. See `people_terms` in the migrations.
 */

/** PostgreSQL keeps no longer key in an index; what was cut off is compared with the row itself. */
const maxSearchKeyLength = 300
const truncateKey = (term: string): string =>
  term.length <= maxSearchKeyLength ? term : [...term].slice(0, maxSearchKeyLength).join('')

export const tagSearchKey = (tag: string): string => truncateKey(`t:${tag}`)
export const channelSearchKey = (channel: string): string => `c:${channel}`
export const batchSearchKey = (batchId: string): string => truncateKey(`b:${batchId}`)
/** Keys hold no dot, so that the first one ends the key. */
export const fieldSearchKey = (key: string, value: string): string => truncateKey(`f:${key}.${value}`)
export const wordSearchKey = (word: string): string => truncateKey(`w:${word}`)

type SearchedFields = Pick<NewPerson, 'fullName' | 'firstName' | 'lastName' | 'company' | 'email' | 'phone'>
type IndexedFields = SearchedFields & Pick<NewPerson, 'tags' | 'channels' | 'importBatchIds' | 'customFields'>

/** Each once. */
export function searchKeysOf(person: IndexedFields): string[] {
  const terms = [
    ...person.tags.map(tagSearchKey),
    ...person.channels.map(channelSearchKey),
    ...person.importBatchIds.map(batchSearchKey),
    ...Object.entries(person.customFields).map(([key, value]) => fieldSearchKey(key, value)),
    ...searchWordsOf(person).map(wordSearchKey),
  ]
  return [...new Set(terms)]
}

/** The words that a search finds a person by; a search for the beginning of one finds it too. */
export const searchWordsOf = memoize(
  ({ fullName, firstName, lastName, company, email, phone }: SearchedFields): string[] => {
    const names = [fullName, firstName, lastName, company].flatMap((name) => (name ? tokenizeText(name) : []))
    return [...new Set([...names, ...(email ? emailWords(email) : []), ...(phone ? phoneWords(phone) : [])])]
  },
)

/** The whole address, its domain, and the words before it but for the first, which the address begins with. */
function emailWords(email: string): string[] {
  const whole = emailKeyOf(email)
  const at = whole.lastIndexOf('@')
  const [first = '', ...others] = tokenizeText(whole.slice(0, at))
  return [whole, whole.slice(at + 1), ...(whole.startsWith(first) ? [] : [first]), ...others]
}

/** All digits, the number inside its country, and the last four, by which people know a number. */
function phoneWords(phone: string): string[] {
  const digits = phone.replace(/\D/g, '')
  // The codes of North America and Russia have one digit; of the rest, most people live behind one of two.
  const countryDigits = /^[17]/.test(digits) ? 1 : 2
  return [digits, digits.slice(countryDigits), digits.slice(-4)]
}

/** By which the list is sorted: family name last, as it is said. */
export function sortNameOf({ fullName, firstName, lastName, company, email, phone }: SearchedFields): string {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return truncateKey(tokenizeText(name || company || email || phone || '').join(' '))
}

/** An address as it is compared: whatever its case. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
