import { freeSlug, slugOf } from '@parley/findings'

type Renamed = {
  id: string
  /** What it was called, and is now. */
  before: string
  after: string
  /** Ids of the other entries, and of all that are saved. */
  others: readonly string[]
  saved: readonly string[]
  fallback: string
}

/** The id of a new entry follows its name, until somebody writes one; a saved one never changes by itself. */
export function idAfter({ id, before, after, others, saved, fallback }: Renamed): string {
  if (saved.includes(id)) return id
  const taken = new Set([...others, ...saved])
  const follows = id === '' || id === freeSlug(slugOf(before, fallback), taken)
  return follows ? freeSlug(slugOf(after, fallback), taken) : id
}
