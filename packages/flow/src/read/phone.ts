import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { isDoubtful, normalizeReply, splitOnSpaces } from './words/reply-wording.ts'

const run = /\+?\(?\d[\d\s().\-/]*\d/g
const minDigits = 5
const extension = /\b(?:ext|extension|x)\b|\dx\d/i

/** Returns the one phone number in a reply as E.164. Rejects a number with an extension, which E.164 cannot express. */
export function readPhone(text: string, country = 'US'): string | undefined {
  const normalized = normalizeReply(text)
  const others = splitOnSpaces(
    normalized
      .replace(run, ' ')
      .replace(/[^\p{L}' ]/gu, ' ')
      .toLowerCase(),
  )
  if (extension.test(normalized) || others.some(isDoubtful)) return undefined
  const written = (normalized.match(run) ?? []).filter((digits) => digits.replace(/\D/g, '').length >= minDigits)
  const numbers = new Set(written.map((digits) => e164(digits, toCountryCode(country))))
  const [number] = numbers
  return numbers.size === 1 ? number : undefined
}

function e164(digits: string, defaultCountry: CountryCode): string | undefined {
  // In most of the world, 00 precedes a country code; no US number starts with it.
  const written = digits.replace('(0)', '').replace(/^00/, '+')
  const national = parsePhoneNumberFromString(written, { defaultCountry, extract: false })
  return national?.isValid() ? national.number : undefined
}

function toCountryCode(country: string): CountryCode {
  const code = country.toUpperCase()
  return isSupportedCountry(code) ? code : 'US'
}
