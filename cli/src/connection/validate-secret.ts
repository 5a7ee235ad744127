import { usageError } from '../exit.ts'

/** A secret that can be sent: one that cannot would be printed by what refuses it. */
export function validateSecret(what: 'API key' | 'access token', secret: string | undefined): string | undefined {
  if (!secret || /^[\x21-\x7e]+$/.test(secret)) return secret || undefined
  throw usageError(`The ${what} has a space, a line break or a letter that none has`)
}
