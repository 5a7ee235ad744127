const maxKeyLength = 119

/** `greets`, and where that is taken `greets-2`, `greets-3`: the first that is free, and never longer than may be. */
export function findFreeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key
  for (let next = 2; taken.has(free); next++) free = `${key.slice(0, maxKeyLength - `-${next}`.length)}-${next}`
  return free
}

/** What keys begin with that can stand in its way. */
export const getKeyPrefix = (key: string): string => key.slice(0, maxKeyLength - 5)
