/** Zero-width and direction marks, soft hyphens, variation selectors. Excludes the tags that distinguish flags. */
const invisible =
  /\p{Variation_Selector}|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu
const apostrophe = /['`´‘’‛′ʹʻʼ＇]/g
const apostropheInWord = /(?<=[\p{L}\p{M}\p{N}])'(?=[\p{L}\p{N}])/gu
const diacritic = /[\u0300-\u036f]/g
const foreignDigit = /(?![0-9])\p{Nd}/gu
const minus = /(?<=^|\s)[-–](?=\d)/g
const inNumber = /(?<=\d)\p{P}(?=\d)/gu
const punctuation = /\p{P}/gu
const minusSign = '−'

/** No letter of any script has thirty marks, and sorting them takes quadratic time (80,000 marks: 20 seconds). */
const endlessMarks = /(?<!\p{M})(\p{M}{30})\p{M}+/gu

export function normalizeUnicode(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(endlessMarks, '$1').normalize(form)
}

/** Removes invisible characters and converts every decimal digit to 0 to 9. */
export function normalizeCharacters(text: string): string {
  return normalizeUnicode(text.replace(invisible, ''), 'NFKC').replace(foreignDigit, asciiDigit)
}

/** Normalizes a text so that two texts a person would call the same compare equal. */
export function normalizeText(text: string): string {
  return replacePunctuation(normalizeLetters(text)) || normalizeUnicode(text, 'NFC').trim()
}

/** Splits a text into words. Numbers stay whole (`2:30`, `1.5`), so that neither half matches on its own. */
export function splitWords(text: string): string[] {
  const whole = replacePunctuation(normalizeLetters(text).replace(inNumber, minusSign))
  return whole === '' ? [] : whole.split(' ')
}

function normalizeLetters(text: string): string {
  // Before NFKC, which would turn the acute accent that some keyboards produce for an apostrophe into a space and an
  // accent.
  const plain = normalizeCharacters(text.replace(apostrophe, "'")).toLowerCase()
  const bare = plain.normalize('NFD').replace(diacritic, '').normalize('NFC').replaceAll('ß', 'ss')
  // -1 is a different number from 1.
  return bare.replace(apostropheInWord, '').replace(minus, minusSign)
}

function replacePunctuation(text: string): string {
  return text.replace(punctuation, ' ').replace(/\s+/g, ' ').trim()
}

const isDigit = /^\p{Nd}$/u
const asciiDigits = new Map<string, string>()

/** In every script, decimal digits form runs of ten, starting with zero. */
function asciiDigit(digit: string): string {
  const known = asciiDigits.get(digit)
  if (known !== undefined) return known
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero -= 1
  const ascii = String((point - zero) % 10)
  asciiDigits.set(digit, ascii)
  return ascii
}

export type NormalizedText = { text: string; folded: string }

/** A whole reply is compared with every open question, so it is split into words once. */
export type NormalizedReply = NormalizedText & { words: readonly string[] }

export const toNormalizedText = (text: string): NormalizedText => ({ text, folded: normalizeText(text) })

export const toNormalizedReply = (text: string): NormalizedReply => ({
  ...toNormalizedText(text),
  words: splitWords(text),
})

const form = /^(?:#?([1-9]\d{0,5})|([1-9]\d{0,5})[.)]|\(([1-9]\d{0,5})\)|([1-9])\u20e3)$/

/** Parses a text that is only a number: `2`, `2.`, `2)`, `(2)`, `#2`, a keycap, in the digits of any script. */
export function parseOrdinal(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed.length > 20) return undefined
  const plain = normalizeCharacters(trimmed)
  if (plain === '🔟') return 10
  const digits = form
    .exec(plain)
    ?.slice(1)
    .find((each) => each !== undefined)
  return digits === undefined ? undefined : Number(digits)
}
