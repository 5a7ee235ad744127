import { ConcurrencyLimiter } from '../concurrency/limiter.ts'
import type { World } from '../world.ts'

/**
 * Slots per tenant: `max` for fast work, `maxWhileSlow` while that many of its calls hang, and for
 * `slowForMilliseconds` afterwards.
 */
type TenantLimits = { max: number; maxWhileSlow: number; slowMilliseconds: number; slowForMilliseconds?: number }

/** Returns a function that releases the slot, or undefined if none is free: the caller retries later. */
export type AcquireSlot = (tenant: number | string) => (() => void) | undefined

/** When each running call started, in order, and until when the tenant counts as slow. */
type TenantPace = { starts: Map<symbol, number>; slowUntil: number }

/** One tenant whose provider hangs must not use up every worker slot. */
export function createTenantLimiter(shares: TenantLimits, world: Pick<World, 'now'>): AcquireSlot {
  const { max, maxWhileSlow, slowMilliseconds, slowForMilliseconds = 0 } = shares
  const now = () => world.now().getTime()

  /** Whether at least `maxWhileSlow` calls hang; a single slow call says nothing about the others. */
  const hangs = ({ starts }: TenantPace) =>
    (starts
      .values()
      .drop(maxWhileSlow - 1)
      .next().value ?? now()) <
    now() - slowMilliseconds

  const isSlow = (pace: TenantPace) => hangs(pace) || pace.slowUntil > now()

  const limiter = new ConcurrencyLimiter<number | string, TenantPace>({
    createState: () => ({ starts: new Map(), slowUntil: 0 }),
    admits: ({ inFlight, state }) => inFlight < (isSlow(state) ? maxWhileSlow : max),
    keepsIdle: ({ state }) => state.slowUntil > now(),
  })

  return (tenant) => {
    const load = limiter.load(tenant)
    if (!limiter.admits(load)) return undefined
    const slot = Symbol()
    load.state.starts.set(slot, now())
    const release = limiter.start(load)
    return () => {
      if (slowForMilliseconds > 0 && hangs(load.state)) load.state.slowUntil = now() + slowForMilliseconds
      load.state.starts.delete(slot)
      release()
    }
  }
}
