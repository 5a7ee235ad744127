/** Only this much of a reply is read: answers are short, and later text cannot make them certain. */
const maxReadLength = 500

const invisible = /[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}\u{FFFD}]/gu

/** Single-character fractions: 2½ must not become 21/2. */
const fraction = /[¼-¾⅐-⅞]/g

/** Converts a reply to one line of ordinary characters. */
export function normalizeReply(text: string, most = maxReadLength): string {
  const known = text
    .slice(0, most)
    .toWellFormed()
    .replace(fraction, ' $&')
    .normalize('NFKC')
    .slice(0, most)
    .toWellFormed()
  return known
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(invisible, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/⁄/g, '/')
    .trim()
}

/** Normalizes for comparison: case, accents and punctuation do not matter, emoji do. */
export function normalizeForMatching(text: string): string {
  const bare = normalizeReply(text).toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return bare
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}'%+#$€£]+/gu, ' ')
    .replace(/(?<![\p{L}])'|'(?![\p{L}])/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

export const splitOnSpaces = (text: string): string[] => text.split(' ').filter(Boolean)
