import { hash } from 'node:crypto'

/** Returns the ETag of a representation: equal bodies have equal tags, whatever route they came from. */
export function etagOf(body: unknown, volatile: readonly string[], text = JSON.stringify(body)): string {
  const stableText = volatile.length === 0 ? text : JSON.stringify(omitKeys(body as object, volatile))
  return `"${hash('sha1', stableText, 'base64url')}"`
}

export function matchesEtag(header: string, etag: string | undefined): boolean {
  if (header.trim() === '*') return etag !== undefined
  return header.split(',').some((one) => one.trim() === etag)
}

function omitKeys(body: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)))
}
