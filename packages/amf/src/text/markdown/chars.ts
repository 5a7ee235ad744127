/** Matches the whitespace that `trim` removes. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13)
  if (code < 0x1680) return code === 0xa0
  return isWideSpace(code)
}

function isWideSpace(code: number): boolean {
  if (code >= 0x2000 && code <= 0x200a) return true
  switch (code) {
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
    case 0xfeff:
      return true
    default:
      return false
  }
}

export function isAsciiPunctuation(code: number): boolean {
  if (code < 33 || code > 126) return false
  return code <= 47 || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) || code >= 123
}

export function isAsciiWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** Character classes of CommonMark's flanking rules. Symbols count as punctuation. */
export type CharacterClass = 'space' | 'punctuation' | 'letter'

export function classifyCharacter(codePoint: number | undefined): CharacterClass {
  if (codePoint === undefined || isSpace(codePoint)) return 'space'
  if (codePoint < 0x80) return isAsciiPunctuation(codePoint) ? 'punctuation' : 'letter'
  return /[\p{P}\p{S}]/u.test(String.fromCodePoint(codePoint)) ? 'punctuation' : 'letter'
}

export function getClassBefore(text: string, at: number): CharacterClass {
  if (at <= 0) return 'space'
  const code = text.charCodeAt(at - 1)
  const low = code >= 0xdc00 && code <= 0xdfff
  return classifyCharacter(low && at > 1 ? text.codePointAt(at - 2) : code)
}

export function getClassAfter(text: string, at: number): CharacterClass {
  return classifyCharacter(text.codePointAt(at))
}

export function findLeadingSpaceEnd(text: string): number {
  let at = 0
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

export function findTrailingSpaceStart(text: string): number {
  let at = text.length
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--
  return at
}
