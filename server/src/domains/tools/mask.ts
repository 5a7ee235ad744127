import { limitDepth } from './limit-json.ts'

/** Replaces secrets in texts that leave a call: results, errors, and the recorded request and response. */

export type Mask = (text: string) => string

/** A shorter secret would also match parts of ordinary words. */
const minLength = 6
const replacement = '***'

/** Masks each secret, and each word of it, in every spelling that services use. */
export function createMask(secrets: readonly string[]): Mask {
  const words = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)]).filter(isMaskable)
  const written = new Set(words.flatMap(listSpellings))
  const longestFirst = [...written].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, replacement), text)
}

/** Masks the texts and keys of a JSON value. A number that contains a secret becomes a masked text. */
export function maskJson(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value === 'number') {
    const written = mask(String(value))
    return written === String(value) ? value : written
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => maskJson(entry, mask))
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [mask(key), maskJson(entry, mask)]))
}

/** Masks the body of a response. JSON stays JSON, so that the adapter can read it. */
export function maskBody(text: string, mask: Mask): string {
  const masked = mask(text)
  if (masked === text) return text
  try {
    return JSON.stringify(maskJson(limitDepth(JSON.parse(text)), mask))
  } catch {
    return masked
  }
}

function isMaskable(word: string): boolean {
  return word.length >= minLength && !/^(?:bearer|basic|digest|token)$/i.test(word)
}

/** As plain text, in JSON of several writers, in a URL, in a form, and in HTML. */
function listSpellings(secret: string): string[] {
  const wellFormed = secret.toWellFormed()
  const form = new URLSearchParams({ v: wellFormed }).toString().slice('v='.length)
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const withSlashes = [json, ascii].map((text) => text.replaceAll('/', '\\/'))
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quotes = [html.replaceAll('"', '&quot;').replaceAll("'", '&#39;'), html.replaceAll('"', '&#34;')]
  return [secret, json, ascii, ...withSlashes, encodeURIComponent(wellFormed), form, html, ...quotes]
}
