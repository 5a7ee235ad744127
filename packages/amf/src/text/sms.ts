const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each of these takes two septets: an escape and the character. */
const extension = '\f^{}\\[~]|€'

const gsm = new RegExp(`^[${listed(basic + extension)}]*$`)
const extended = new RegExp(`[${listed(extension)}]`, 'g')
const extensions = new Set(extension)

/** Escapes the characters for a regex character class, which scans a text much faster than a loop. */
function listed(characters: string): string {
  return characters.replace(/[\\\]^-]/g, '\\$&')
}

/** Units per segment, for a single segment and for each of several (a header takes the rest). */
const segmentCapacity = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const

export type SmsSize = { encoding: keyof typeof segmentCapacity; units: number; segments: number }

export function measureSms(text: string): SmsSize {
  const encoding = isGsm(text) ? 'GSM-7' : 'UCS-2'
  const { alone } = segmentCapacity[encoding]
  const units = text.length + (encoding === 'GSM-7' ? (text.match(extended)?.length ?? 0) : 0)
  return { encoding, units, segments: units <= alone ? 1 : segmentsOf(text, encoding, units) }
}

const surrogate = /[\ud800-\udfff]/

/** Segments never split an escape from its septet, or a surrogate pair. */
function segmentsOf(text: string, encoding: SmsSize['encoding'], units: number): number {
  const { joined } = segmentCapacity[encoding]
  const hasPairs = encoding === 'GSM-7' ? units > text.length : surrogate.test(text)
  if (!hasPairs) return Math.ceil(units / joined)
  let segments = 1
  let used = 0
  for (const character of text) {
    const size = encoding === 'GSM-7' ? (extensions.has(character) ? 2 : 1) : character.length
    if (used + size > joined) {
      segments++
      used = 0
    }
    used += size
  }
  return segments
}

/**
 * In ASCII, only the backtick and most control characters are missing from the alphabet: ranges are faster than a list.
 */
const beyondAscii = /[^\n\f\r -_a-~]/

export function isGsm(text: string): boolean {
  return !beyondAscii.test(text) || gsm.test(text)
}

/** More marks on one letter than any language has: `normalize` takes far too long on thousands of them. */
const combiningMarks = /[\u0300-\u036f]{4}/

/** Converts the text to the 7-bit alphabet if only typography keeps it out; returns any other text unchanged. */
export function toSmartGsm(text: string): string {
  if (isGsm(text) || combiningMarks.test(text)) return text
  const replaced = text.normalize('NFC').replace(typographic, (found) => plainFor.get(found) ?? '')
  return isGsm(replaced) ? replaced : text
}

/** Equivalents in the alphabet. Accents stay, and so does every character whose replacement could be misread. */
const replacements: [plain: string, characters: string][] = [
  ["'", '\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u00b4`\u02b9\u02bb\u02bc\uff07'],
  ['"', '\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\uff02'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u2022\u2023\u25aa\u25cf\u25e6\u00b7\u2219\u22c5\ufe58\uff0d'],
  [' ', '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'],
  ['\n', '\u000b\u0085\u2028\u2029'],
  ['...', '\u2026'],
  ['..', '\u2025'],
  ['/', '\u2044\u2215'],
  ['x', '\u00d7'],
  ['*', '\u2217'],
  ['~', '\u223c\u02dc'],
  ['|', '\u00a6\u2223'],
  ['->', '\u2192'],
  ['<-', '\u2190'],
  ['<=', '\u2264'],
  ['>=', '\u2265'],
  ['!!', '\u203c'],
  ['(c)', '\u00a9'],
  ['(R)', '\u00ae'],
  ['(TM)', '\u2122'],
  ['ff', '\ufb00'],
  ['fi', '\ufb01'],
  ['fl', '\ufb02'],
  ['ffi', '\ufb03'],
  ['ffl', '\ufb04'],
  ['st', '\ufb05\ufb06'],
  // Soft hyphen, zero-width characters, direction marks, variation selectors: all invisible.
  ['', '\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff'],
  ['', '\ufe0e\ufe0f'],
]

const plainFor = new Map(
  replacements.flatMap(([plain, characters]) => [...characters].map((one): [string, string] => [one, plain])),
)
const typographic = new RegExp(`[${[...plainFor.keys()].join('')}]`, 'gu')
