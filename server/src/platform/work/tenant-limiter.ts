import type { World } from '../world.ts'

/** How many places one tenant may take: all that quick work needs, few while so many of them hang, and for a while after that. */
type TenantLimits = { max: number; maxWhileSlow: number; slowMilliseconds: number; slowForMilliseconds?: number }

/** Either a place, to be left again, or nothing: whoever gets none comes back later. */
export type AcquireSlot = (tenant: number) => (() => void) | undefined

/** What says nothing for one of them must not take the places of all others. */
export function createTenantLimiter(shares: TenantLimits, world: Pick<World, 'now'>): AcquireSlot {
  const { max, maxWhileSlow, slowMilliseconds, slowForMilliseconds = 0 } = shares
  const taken = new Map<number, Map<symbol, number>>()
  const slowUntil = new Map<number, number>()

  /** As many hang as it may have at the most while it is slow; one that takes its time says nothing of the others. */
  const hangs = (places: ReadonlyMap<symbol, number>, now: number) =>
    (places
      .values()
      .drop(maxWhileSlow - 1)
      .next().value ?? now) <
    now - slowMilliseconds

  function isSlow(tenant: number, places: ReadonlyMap<symbol, number>, now: number): boolean {
    if (hangs(places, now) || (slowUntil.get(tenant) ?? 0) > now) return true
    slowUntil.delete(tenant)
    return false
  }

  function leave(tenant: number, places: Map<symbol, number>, place: symbol): void {
    const now = world.now().getTime()
    if (slowForMilliseconds > 0 && hangs(places, now)) slowUntil.set(tenant, now + slowForMilliseconds)
    places.delete(place)
    if (places.size === 0) taken.delete(tenant)
  }

  return (tenant) => {
    const now = world.now().getTime()
    const places = taken.get(tenant) ?? new Map<symbol, number>()
    if (places.size >= (isSlow(tenant, places, now) ? maxWhileSlow : max)) return undefined
    const place = Symbol()
    taken.set(tenant, places.set(place, now))
    return () => leave(tenant, places, place)
  }
}
