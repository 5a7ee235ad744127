import type { World } from '../../platform/world.ts'

/** Returns whether one more is allowed now. */
export type ChatRateLimiter = (name: string) => boolean

const maxKeys = 10_000

/**
 * Limits the number of calls per name and interval, in this process only, which is enough against a runaway browser.
 */
export function createChatRateLimiter(world: World, { most, perMs }: { most: number; perMs: number }): ChatRateLimiter {
  const counts = new Map<string, { count: number; until: number }>()
  return (name) => {
    const now = world.now().getTime()
    const known = counts.get(name)
    if (known && known.until > now) return ++known.count <= most
    if (counts.size >= maxKeys) evictExpired(counts, now)
    counts.set(name, { count: 1, until: now + perMs })
    return true
  }
}

function evictExpired(counts: Map<string, { until: number }>, now: number): void {
  for (const [name, { until }] of counts) if (until <= now) counts.delete(name)
  if (counts.size >= maxKeys) counts.clear()
}
