import type { Io } from './io.ts'
import { redactKeys } from './text/secrets.ts'

/** The same world, in which nobody prints a secret that it knows of, or a key. */
export function redactSecrets(world: Io): Io {
  const secrets = new Set([world.env.PARLEY_API_KEY ?? ''])
  const without = (text: string) => [...secrets].reduce((rest, secret) => redactKeys(rest, secret), text)
  return {
    ...world,
    out: (text) => world.out(without(text)),
    err: (text) => world.err(without(text)),
    addSecret: (secret) => void secrets.add(secret),
  }
}
