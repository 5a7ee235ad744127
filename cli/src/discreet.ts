import type { Io } from './io.ts'
import { withoutKeys } from './text/secrets.ts'

/** The same world, in which nobody prints a key. */
export const discreet = (io: Io, key: string): Io => ({
  ...io,
  out: (text) => io.out(withoutKeys(text, key)),
  err: (text) => io.err(withoutKeys(text, key)),
})
