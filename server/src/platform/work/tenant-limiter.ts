import type { World } from '../world.ts'

/** How many places one tenant may take: all that quick work needs, few while so many of them hang, and for a while after that. */
type TenantLimits = { max: number; maxWhileSlow: number; slowMilliseconds: number; slowForMilliseconds?: number }

/** Either a place, to be left again, or nothing: whoever gets none comes back later. */
export type AcquireSlot = (tenant: number) => (() => void) | undefined

/** What says nothing for one of them must not take the places of all others. */
export function createTenantLimiter(shares: TenantLimits, world: Pick<World, 'now'>): AcquireSlot {
  const { max, maxWhileSlow, slowMilliseconds, slowForMilliseconds = 0 } = shares
  const slotsByTenant = new Map<number, Map<symbol, number>>()
  const slowUntil = new Map<number, number>()

  /** As many hang as it may have at the most while it is slow; one that takes its time says nothing of the others. */
  const hangs = (slots: ReadonlyMap<symbol, number>, now: number) =>
    (slots
      .values()
      .drop(maxWhileSlow - 1)
      .next().value ?? now) <
    now - slowMilliseconds

  function isSlow(tenant: number, slots: ReadonlyMap<symbol, number>, now: number): boolean {
    if (hangs(slots, now) || (slowUntil.get(tenant) ?? 0) > now) return true
    slowUntil.delete(tenant)
    return false
  }

  function release(tenant: number, slots: Map<symbol, number>, slot: symbol): void {
    const now = world.now().getTime()
    if (slowForMilliseconds > 0 && hangs(slots, now)) slowUntil.set(tenant, now + slowForMilliseconds)
    slots.delete(slot)
    if (slots.size === 0) slotsByTenant.delete(tenant)
  }

  return (tenant) => {
    const now = world.now().getTime()
    const slots = slotsByTenant.get(tenant) ?? new Map<symbol, number>()
    if (slots.size >= (isSlow(tenant, slots, now) ? maxWhileSlow : max)) return undefined
    const slot = Symbol()
    slotsByTenant.set(tenant, slots.set(slot, now))
    return () => release(tenant, slots, slot)
  }
}
