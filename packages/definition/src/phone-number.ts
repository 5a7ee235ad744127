import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** Few numbers come many times each, and reading one takes as long as all the rest of what it stands in. */
const known = new Map<string, string | undefined>()
const maxCachedNumbers = 1000

/** A telephone number in any common format as E.164; without a country code it is read as US. */
export function toE164(written: string): string | undefined {
  if (known.has(written)) return known.get(written)
  if (known.size >= maxCachedNumbers) known.clear()
  const number = readNumber(written)
  known.set(written, number)
  return number
}

/** An extension has no place in E.164, and without it the call would end at somebody else: such a number is refused. */
function readNumber(written: string): string | undefined {
  // Most of the world dials 00 before a country code; no number of the US begins so.
  const digits = written.trim().replace(/^tel:/i, '').replace(/^00/, '+')
  const number = parsePhoneNumberFromString(digits, { defaultCountry: 'US', extract: false })
  return number?.isPossible() && number.ext === undefined ? number.number : undefined
}
