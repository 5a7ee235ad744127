import { randomBytes } from 'node:crypto'

/** All sources of nondeterminism in one value, passed down from `main.ts`. */
export type World = {
  now(): Date
  /** A new id that sorts by creation time: `key_0m3k1…`. */
  newId(prefix: string): string
  /** Cryptographically secure bytes, for tokens and salts. */
  randomBytes(count: number): Buffer
  /** In [0, 1), for jitter; not for secrets. */
  random(): number
  fetch: typeof fetch
}

export const dayMilliseconds = 86_400_000

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Random bytes are generated in blocks of thousands: one call per request would cost more than the rest of an id. */
let randomBuffer = Buffer.alloc(0)
let used = 0

function nextByte(): number {
  if (used === randomBuffer.length) {
    randomBuffer = randomBytes(4096)
    used = 0
  }
  return randomBuffer[used++] as number
}

/** 32 symbols divide 256 evenly, so every id is equally likely. */
function randomSymbols(count: number): string {
  let symbols = ''
  for (let left = count; left > 0; left--) symbols += alphabet[nextByte() & 31]
  return symbols
}

export const realWorld: World = {
  now: () => new Date(),
  newId: (prefix) => `${prefix}_${Date.now().toString(36).padStart(9, '0')}${randomSymbols(16)}`,
  randomBytes,
  random: Math.random,
  fetch: (...call) => fetch(...call),
}

export type StillWorld = World & { advance(milliseconds: number): void }

/** For tests: time stands still until moved, ids count up, and any network call fails. */
export function stillWorld(start: string): StillWorld {
  let at = Date.parse(start)
  let count = 0
  return {
    now: () => new Date(at),
    newId: (prefix) => `${prefix}_${++count}`,
    randomBytes,
    random: () => 0.5,
    fetch: () => {
      throw new Error('this test may not reach the network')
    },
    advance: (milliseconds) => {
      at += milliseconds
    },
  }
}
