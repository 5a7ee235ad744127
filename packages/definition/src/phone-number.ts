import { LruCache } from '@parley/findings'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** The same few numbers occur many times, and parsing one takes as long as everything else around it. */
const known = new LruCache<string, string | undefined>(1000)

/** Converts a phone number in any common format to E.164; without a country code it counts as a US number. */
export function toE164(written: string): string | undefined {
  if (known.has(written)) return known.get(written)
  const number = readNumber(written)
  known.set(written, number)
  return number
}

/** Rejects numbers with an extension: E.164 cannot express it, and without it the call would reach the wrong person. */
function readNumber(written: string): string | undefined {
  // Most of the world dials 00 before a country code; no US number starts with it.
  const digits = written.trim().replace(/^tel:/i, '').replace(/^00/, '+')
  const number = parsePhoneNumberFromString(digits, { defaultCountry: 'US', extract: false })
  return number?.isPossible() && number.ext === undefined ? number.number : undefined
}
