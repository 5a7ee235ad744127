import { usageError } from '../exit.ts'

/** Rejects a secret that cannot be sent in a header: the error of `fetch` would print it. */
export function validateSecret(what: 'API key' | 'access token', secret: string | undefined): string | undefined {
  if (!secret || /^[\x21-\x7e]+$/.test(secret)) return secret || undefined
  throw usageError(`The ${what} has a space, a line break or a letter that none has`)
}
