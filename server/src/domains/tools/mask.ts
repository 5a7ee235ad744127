/** Replaces secrets in texts that leave a call: results, errors, and the recorded request and response. */

export type Mask = (text: string) => string

/** A shorter secret would also match parts of ordinary words. */
const minLength = 6
const replacement = '***'

/** Masks each secret, and each word of it, as plain text, in JSON, in a URL and in a form. */
export function createMask(secrets: readonly string[]): Mask {
  const words = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)]).filter(isMaskable)
  const written = new Set(words.flatMap(listSpellings))
  const longestFirst = [...written].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, replacement), text)
}

function isMaskable(word: string): boolean {
  return word.length >= minLength && !/^(?:bearer|basic|digest|token)$/i.test(word)
}

function listSpellings(secret: string): string[] {
  const wellFormed = secret.toWellFormed()
  const form = new URLSearchParams({ v: wellFormed }).toString().slice('v='.length)
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed), form]
}
