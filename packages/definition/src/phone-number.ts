import { LruCache } from '@parley/findings'
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'
import metadata from 'libphonenumber-js/min/metadata'
import { z } from 'zod'

/** Numbers without a country code are read in this country, unless the agent or its org names another. */
export const fallbackCountry = 'US'

/** Two-letter code of a country that has phone numbers, as ISO 3166 defines it. */
export const countryCode = z
  .string()
  .transform((code) => code.trim().toUpperCase())
  .refine((code) => isSupportedCountry(code), 'must be a two-letter country code, for example DE')
  .meta({ examples: ['DE'] })

/** Returns the country of a locale such as `de-AT`, or undefined if it names none. */
export function countryOfLocale(locale: string): string | undefined {
  try {
    const { region } = new Intl.Locale(locale.replaceAll('_', '-'))
    return region !== undefined && isSupportedCountry(region) ? region : undefined
  } catch {
    return undefined
  }
}

/** A number in E.164, or a message that says what is wrong and what to do; the message never contains the number. */
export type PhoneNumberResult = { number: string; problem?: undefined } | { number?: undefined; problem: string }

/** The same few numbers occur many times, and parsing one takes as long as everything else around it. */
const known = new LruCache<string, PhoneNumberResult>(1000)

/** Reads a phone number in any common format; without a country code, as a national number of `country`. */
export function readPhoneNumber(written: string, country: string = fallbackCountry): PhoneNumberResult {
  const key = `${country} ${written}`
  const before = known.get(key)
  if (before) return before
  const result = parseNumber(written, country as CountryCode)
  known.set(key, result)
  return result
}

/** Converts a phone number in any common format to E.164; without a country code it counts as a US number. */
export function toE164(written: string): string | undefined {
  return readPhoneNumber(written).number
}

const e164 = /^\+[1-9]\d{6,14}$/

const patterns = new Map<string, RegExp | undefined>()

/**
 * Fast path for numbers in E.164, because an import reads up to a million of them and the parser takes ten times as
 * long. A number that it does not recognize may still be valid.
 */
function isKnownForm(digits: string): boolean {
  const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((one) => callingCodes.has(one))
  if (code === undefined || digits[code.length] === '0') return false
  if (!patterns.has(code)) patterns.set(code, compilePattern(code))
  return patterns.get(code)?.test(digits.slice(code.length)) ?? false
}

/** Position of the pattern of all numbers in the library's metadata of a country. */
const general = 2

/** Only for a calling code of one country: the parser tells countries that share a code apart by further rules. */
function compilePattern(code: string): RegExp | undefined {
  const [country, another] = metadata.country_calling_codes[code as never] as CountryCode[]
  if (country === undefined || another !== undefined) return undefined
  return new RegExp(`^(?:${(metadata.countries[country] as unknown as string[])[general]})$`)
}

/** In North America, neither the area code nor the exchange begins with 0 or 1. */
const northAmerican = /^\+1[2-9]\d{2}[2-9]\d{6}$/

/**
 * Whether the text is a number in E.164 of a country that has numbers of this length. Stricter than reading for +1,
 * because national numbers of other countries were once stored as US numbers.
 */
export const isPossibleNumber = (text: string): boolean =>
  e164.test(text) && readPhoneNumber(text).number === text && (!text.startsWith('+1') || northAmerican.test(text))

/** Most of the world dials 00 before a country code; no US number starts with it. */
const normalizePrefix = (written: string): string =>
  written
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^00(?=[\s(]*[1-9])/, '+')

function parseNumber(written: string, country: CountryCode): PhoneNumberResult {
  if (e164.test(written) && isKnownForm(written.slice(1))) return { number: written }
  const text = normalizePrefix(written)
  const found = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  // E.164 cannot express an extension, and without it the call would reach the wrong person.
  if (found?.ext !== undefined) return { problem: 'must be a phone number without an extension' }
  if (found?.isValid()) return { number: found.number }
  // Numbering plans change faster than any list of them, so a number with a country code only needs a possible length.
  if (text.startsWith('+') && found?.isPossible()) return { number: found.number }
  return { problem: describeProblem(text, country, found?.countryCallingCode) }
}

const hint = 'for example +12025550143'

function describeProblem(text: string, country: CountryCode, callingCode: string | undefined): string {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 3 || /\p{L}/u.test(text)) return `must be a phone number, ${hint}`
  if (text.startsWith('+')) {
    return callingCode !== undefined && callingCodes.has(callingCode)
      ? `must be a phone number that can exist: numbers of +${callingCode} have another length`
      : `must begin with an existing country code, ${hint}`
  }
  const name = `${country} (+${getCountryCallingCode(country)})`
  if (parsePhoneNumberFromString(`+${digits}`, { extract: false })?.isValid())
    return `is not a phone number of ${name}; it may lack the + before its country code`
  return `is not a phone number of ${name}; write it with its country code, ${hint}, or name its country`
}

const callingCodes: ReadonlySet<string> = new Set(getCountries().map((code) => getCountryCallingCode(code)))
