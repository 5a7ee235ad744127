/**
 * Normalizes text for search. Done here and not in PostgreSQL, where results would depend on the locale of the
 * database.
 */

// Accents, and the vowel marks of Hebrew and Arabic, which people seldom write.
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }
const expandedLetters = /[ßæœøđðþłı]/g
const plain = /^[\t-~]*$/
const plainWord = /[a-z0-9]+/g
const word = /[\p{L}\p{N}\p{M}]+/gu
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu
const inUnspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u

/** A longer token is a key or a hash, not a word; its beginning is distinctive enough. */
const maxWordLength = 64

/** Lower case without accents: `Größe` equals `GROSSE`, and `Café` equals `cafe`. */
function normalizeText(text: string): string {
  const unaccented = text.normalize('NFKD').toLowerCase().replace(accents, '').normalize('NFC')
  return unaccented.replace(expandedLetters, (letter) => letters[letter] as string)
}

/**
 * Returns the normalized words of a text, in order. Scripts without spaces between words yield each pair of adjacent
 * characters.
 */
export function tokenizeText(text: string): string[] {
  // Fast path: most texts are plain ASCII, and a list of a thousand Facts is normalized within one request.
  if (plain.test(text)) return (text.toLowerCase().match(plainWord) ?? []).map((run) => run.slice(0, maxWordLength))
  return (normalizeText(text).match(word) ?? []).flatMap((run) => (run.match(unspaced) ?? []).flatMap(splitUnspaced))
}

function splitUnspaced(run: string): string[] {
  const symbols = [...run]
  if (!inUnspaced.test(run) || symbols.length < 2) return [symbols.slice(0, maxWordLength).join('')]
  return symbols.slice(1).map((symbol, before) => symbols[before] + symbol)
}

/** Reduces a text to its words, so that two texts can be compared. */
export function normalizePhrase(text: string): string {
  return tokenizeText(text).join(' ')
}

/** A short word, a number or a code gives no hint of what was meant. */
export function canBeMisspelled(word: string): boolean {
  return word.length >= 4 && word.length <= 32 && !/\d/.test(word)
}
