/** Who wants no more messages says so early; the rest of a long text is not looked at. */
const maxReadLength = 600

const invisible = /[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}\u{FFFD}]/gu

/** A text in plain lower-case letters: no accents, no apostrophes, no emoji; what parts sentences stays. */
export function normalizeOptOutText(text: string): string {
  const known = text.slice(0, maxReadLength).toWellFormed().normalize('NFKC').slice(0, maxReadLength)
  return known
    .replace(invisible, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘`´]/g, '')
    .replace(/[\n\r]+/g, '. ')
    .replace(/[^\p{L}\p{N}.,;:!?()–—\s-]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1')
}

/** What stands between marks, and between words that join sentences. */
export function splitClauses(said: string): string[] {
  return said
    .split(
      /[.,;:!?()–—]+|\s-+\s|\b(?:and|but|because|cause|cuz|bc|since|so|otherwise|pero|porque|aber|weil|mais|car|or (?:i|ill|im|we|well|else))\b/,
    )
    .map((clause) => clause.replace(/[\s-]+/g, ' ').trim())
    .filter(Boolean)
}
