import { normalizeCharacters } from './normalize-text.ts'

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
