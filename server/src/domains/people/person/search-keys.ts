import { memoize } from '@parley/definition'
import { tokenizeText } from '../../../platform/search-text.ts'
import type { NewPerson } from './change.ts'

/**
 * Search keys of a person, for what is not a filterable column: one for each tag, channel, import and custom field, and
 * for each word of a search. See `people_search_keys` in the migrations.
 */

/**
 * Limited because PostgreSQL restricts the size of an index key; the truncated part is checked against the row itself.
 */
const maxSearchKeyLength = 300
const truncateKey = (term: string): string =>
  term.length <= maxSearchKeyLength ? term : [...term].slice(0, maxSearchKeyLength).join('')

export const tagSearchKey = (tag: string): string => truncateKey(`t:${tag}`)
export const channelSearchKey = (channel: string): string => `c:${channel}`
export const batchSearchKey = (batchId: string): string => truncateKey(`b:${batchId}`)
/** Field keys contain no dot, so the first dot ends the key. */
export const fieldSearchKey = (key: string, value: string): string => truncateKey(`f:${key}.${value}`)
export const wordSearchKey = (word: string): string => truncateKey(`w:${word}`)

type SearchedFields = Pick<NewPerson, 'fullName' | 'firstName' | 'lastName' | 'company' | 'email' | 'phone'>
type IndexedFields = SearchedFields & Pick<NewPerson, 'tags' | 'channels' | 'importBatchIds' | 'customFields'>

/** Without duplicates. */
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

/** The words a person is found by; a search also matches their prefixes. */
export const searchWordsOf = memoize(
  ({ fullName, firstName, lastName, company, email, phone }: SearchedFields): string[] => {
    const names = [fullName, firstName, lastName, company].flatMap((name) => (name ? tokenizeText(name) : []))
    return [...new Set([...names, ...(email ? emailWords(email) : []), ...(phone ? phoneWords(phone) : [])])]
  },
)

/** The whole address, its domain, and the words before the @ except the first, which is a prefix of the address. */
function emailWords(email: string): string[] {
  const whole = emailKeyOf(email)
  const at = whole.lastIndexOf('@')
  const [first = '', ...others] = tokenizeText(whole.slice(0, at))
  return [whole, whole.slice(at + 1), ...(whole.startsWith(first) ? [] : [first]), ...others]
}

/** All digits, the national number, and the last four digits, by which people recognize a number. */
function phoneWords(phone: string): string[] {
  const digits = phone.replace(/\D/g, '')
  // The country codes of North America and Russia have one digit; most other people live in countries with two.
  const countryDigits = /^[17]/.test(digits) ? 1 : 2
  return [digits, digits.slice(countryDigits), digits.slice(-4)]
}

/** The sort name of the list: given name first, family name last, as spoken. */
export function sortNameOf({ fullName, firstName, lastName, company, email, phone }: SearchedFields): string {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return truncateKey(tokenizeText(name || company || email || phone || '').join(' '))
}

/** The comparison form of an address, ignoring case. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
