import { remembered } from '@parley/definition'
import { wordsOf } from '../../../platform/fold.ts'
import type { NewPerson } from './change.ts'

/**
 * What a person is found by, beside the columns that are filters themselves: one term for each tag, channel, import and
 * custom field, and for each word of a search. See `people_terms` in the migrations.
 */

/** PostgreSQL keeps no longer key in an index; what was cut off is compared with the row itself. */
const longestTerm = 300
const cut = (term: string): string => (term.length <= longestTerm ? term : [...term].slice(0, longestTerm).join(''))

export const tagTerm = (tag: string): string => cut(`t:${tag}`)
export const channelTerm = (channel: string): string => `c:${channel}`
export const batchTerm = (batchId: string): string => cut(`b:${batchId}`)
/** Keys hold no dot, so that the first one ends the key. */
export const fieldTerm = (key: string, value: string): string => cut(`f:${key}.${value}`)
export const wordTerm = (word: string): string => cut(`w:${word}`)

type Searched = Pick<NewPerson, 'fullName' | 'firstName' | 'lastName' | 'company' | 'email' | 'phone'>
type Termed = Searched & Pick<NewPerson, 'tags' | 'channels' | 'importBatchIds' | 'customFields'>

/** Each once. */
export function termsOf(person: Termed): string[] {
  const terms = [
    ...person.tags.map(tagTerm),
    ...person.channels.map(channelTerm),
    ...person.importBatchIds.map(batchTerm),
    ...Object.entries(person.customFields).map(([key, value]) => fieldTerm(key, value)),
    ...searchWords(person).map(wordTerm),
  ]
  return [...new Set(terms)]
}

/** The words that a search finds a person by; a search for the beginning of one finds it too. */
export const searchWords = remembered(
  ({ fullName, firstName, lastName, company, email, phone }: Searched): string[] => {
    const names = [fullName, firstName, lastName, company].flatMap((name) => (name ? wordsOf(name) : []))
    return [...new Set([...names, ...(email ? emailWords(email) : []), ...(phone ? phoneWords(phone) : [])])]
  },
)

/** The whole address, its domain, and the words before it but for the first, which the address begins with. */
function emailWords(email: string): string[] {
  const whole = emailKeyOf(email)
  const at = whole.lastIndexOf('@')
  const [first = '', ...others] = wordsOf(whole.slice(0, at))
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
export function sortNameOf({ fullName, firstName, lastName, company, email, phone }: Searched): string {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return cut(wordsOf(name || company || email || phone || '').join(' '))
}

/** An address as it is compared: whatever its case. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
