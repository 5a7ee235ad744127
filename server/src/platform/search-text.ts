/** Text as search sees it. Done here and not by PostgreSQL, whose answers would depend on the locale of the database. */

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

/** Longer ones are no words but keys or hashes; their beginning tells them apart well enough. */
const maxWordLength = 64

/** Lower case without accents: `Größe` and `GROSSE` are one, and so are `Café` and `cafe`. */
function normalizeText(text: string): string {
  const unaccented = text.normalize('NFKD').toLowerCase().replace(accents, '').normalize('NFC')
  return unaccented.replace(expandedLetters, (letter) => letters[letter] as string)
}

/** The words of a text, folded, in order. Scripts that put no space between words give each pair of neighbours. */
export function tokenizeText(text: string): string[] {
  // Most texts are plain, and a list of a thousand Facts is folded within one request.
  if (plain.test(text)) return (text.toLowerCase().match(plainWord) ?? []).map((run) => run.slice(0, maxWordLength))
  return (normalizeText(text).match(word) ?? []).flatMap((run) => (run.match(unspaced) ?? []).flatMap(splitUnspaced))
}

function splitUnspaced(run: string): string[] {
  const symbols = [...run]
  if (!inUnspaced.test(run) || symbols.length < 2) return [symbols.slice(0, maxWordLength).join('')]
  return symbols.slice(1).map((symbol, before) => symbols[before] + symbol)
}

/** A text reduced to its words, by which two texts are held against each other. */
export function normalizePhrase(text: string): string {
  return tokenizeText(text).join(' ')
}

/** Of a short word, a number or a code one cannot tell what it was meant to be. */
export function canBeMisspelled(word: string): boolean {
  return word.length >= 4 && word.length <= 32 && !/\d/.test(word)
}
