import type { World } from '../world.ts'

/**
 * Slots per tenant: `max` for fast work, `maxWhileSlow` while that many of its calls hang, and for
 * `slowForMilliseconds` afterwards.
 */
type TenantLimits = { max: number; maxWhileSlow: number; slowMilliseconds: number; slowForMilliseconds?: number }

/** Returns a function that releases the slot, or undefined if none is free: the caller retries later. */
export type AcquireSlot = (tenant: number) => (() => void) | undefined

/** One tenant whose provider hangs must not use up every worker slot. */
export function createTenantLimiter(shares: TenantLimits, world: Pick<World, 'now'>): AcquireSlot {
  const { max, maxWhileSlow, slowMilliseconds, slowForMilliseconds = 0 } = shares
  const slotsByTenant = new Map<number, Map<symbol, number>>()
  const slowUntil = new Map<number, number>()

  /** Whether at least `maxWhileSlow` calls hang; a single slow call says nothing about the others. */
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
