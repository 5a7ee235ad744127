import { findFreeSlug, toSlug } from '@parley/findings'

type NameChange = {
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
export function idFollowingName({ id, before, after, others, saved, fallback }: NameChange): string {
  if (saved.includes(id)) return id
  const usedIds = new Set([...others, ...saved])
  const follows = id === '' || id === findFreeSlug(toSlug(before, fallback), usedIds)
  return follows ? findFreeSlug(toSlug(after, fallback), usedIds) : id
}
