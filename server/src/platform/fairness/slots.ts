import { ConcurrencyLimiter, type KeyLoad } from '../concurrency/limiter.ts'
import { belongsToOrg } from './tenant.ts'

/** No slot became free within the wait limit, or too many calls of the tenant are already waiting. */
export class NoSlotError extends Error {}

export type SlotOptions = {
  /** A tenant that is alone may use all of them. */
  slots: number
  /** Additional slots for tenants below their fair share while others use all regular slots. */
  reserve: number
  /** Per tenant. */
  maxWaiting?: number
  waitMilliseconds?: number
}

/** `nested`: the caller already holds a slot and will not release it before it gets this one. */
export type SlotRequest = { tenant: string; nested?: boolean }

export type SlotState = {
  used: number
  waiting: number
  /** Tenants without an org count only in `used` and `waiting`. */
  orgsUsing: number
  orgsWaiting: number
  /** The number of slots held by the org that holds the most. */
  busiestOrg: number
  longestWaitSeconds: number
  refusals: number
}

export type FairSlots = {
  /** Returns a function that releases the slot; rejects with `NoSlotError`. */
  acquire(asking: SlotRequest): Promise<() => void>
  run<T>(asking: SlotRequest, act: () => Promise<T>): Promise<T>
  state(): SlotState
}

type SlotWaiter = { nested: boolean; since: number; grant(): void; timer?: NodeJS.Timeout }
type Queue = { waiting: SlotWaiter[]; lastGrant: number }
type TenantSlots = KeyLoad<string, Queue>

/**
 * Slots shared fairly between tenants. While slots are free, any tenant gets one. When none is free, the next one goes
 * to the tenant that holds the fewest, and among equals to the one served longest ago: shares become equal as soon as
 * two tenants compete, and a lone tenant gets everything. Slots held for long (a lock, a slow import) cannot be
 * revoked, so the reserve lets others continue meanwhile.
 */
export function createFairSlots(options: SlotOptions): FairSlots {
  const shares = new FairSlotPool(options)
  const acquire: FairSlots['acquire'] = (asking) => shares.acquire(asking)
  return {
    acquire,
    async run(asking, act) {
      const release = await acquire(asking)
      try {
        return await act()
      } finally {
        release()
      }
    },
    state: () => shares.state(),
  }
}

class FairSlotPool {
  readonly #options: SlotOptions
  readonly #limiter: ConcurrencyLimiter<string, Queue>
  #grants = 0
  #refusals = 0

  constructor(options: SlotOptions) {
    this.#options = options
    this.#limiter = new ConcurrencyLimiter({
      createState: () => ({ waiting: [], lastGrant: 0 }),
      admits: (tenant) => this.#isOpenTo(tenant, false),
      keepsIdle: ({ state }) => state.waiting.length > 0,
    })
  }

  async acquire({ tenant: name, nested = false }: SlotRequest): Promise<() => void> {
    const tenant = this.#limiter.load(name)
    const { waiting } = tenant.state
    // Calls of the tenant that already wait come first; only a nested call may overtake them.
    if ((nested || waiting.length === 0) && this.#isOpenTo(tenant, nested)) return this.#take(tenant)
    const { maxWaiting = Number.POSITIVE_INFINITY } = this.#options
    if (waiting.length < maxWaiting) return this.#enqueue(tenant, nested)
    this.#refusals += 1
    throw new NoSlotError(`${maxWaiting} are already waiting`)
  }

  state(): SlotState {
    return { used: this.#limiter.inUse, refusals: this.#refusals, ...summarizeTenants([...this.#limiter.loads()]) }
  }

  #isOpenTo(tenant: TenantSlots, nested: boolean): boolean {
    const { slots, reserve } = this.#options
    const { inUse, size: sharing } = this.#limiter
    if (inUse < slots) return true
    // Only half of the reserve: nested calls of one tenant must leave slots for the others.
    if (nested && inUse < slots + Math.floor(reserve / 2)) return true
    return sharing > 1 && inUse < slots + reserve && tenant.inFlight + 1 <= (slots + reserve) / sharing
  }

  #take(tenant: TenantSlots): () => void {
    tenant.state.lastGrant = ++this.#grants
    return this.#limiter.start(tenant, () => this.#grantNext())
  }

  #grantNext(): void {
    for (let next = this.#neediest(); next; next = this.#neediest()) {
      const first = next.state.waiting.shift()
      clearTimeout(first?.timer)
      first?.grant()
    }
  }

  #neediest(): TenantSlots | undefined {
    let next: TenantSlots | undefined
    for (const tenant of this.#limiter.loads()) {
      const [first] = tenant.state.waiting
      if (first && this.#isOpenTo(tenant, first.nested) && (!next || compareNeed(tenant, next) < 0)) next = tenant
    }
    return next
  }

  #enqueue(tenant: TenantSlots, nested: boolean): Promise<() => void> {
    const { waitMilliseconds } = this.#options
    const { waiting } = tenant.state
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const one: SlotWaiter = { nested, since: performance.now(), grant: () => resolve(this.#take(tenant)) }
    if (waitMilliseconds !== undefined) {
      one.timer = setTimeout(() => {
        this.#refusals += 1
        waiting.splice(waiting.indexOf(one), 1)
        this.#limiter.dropIdle(tenant)
        reject(new NoSlotError(`no slot within ${waitMilliseconds} ms`))
      }, waitMilliseconds)
    }
    // A nested call holds another slot while it waits.
    if (nested) waiting.unshift(one)
    else waiting.push(one)
    return promise
  }
}

/** Nested calls first, because each blocks a slot. */
function compareNeed(one: TenantSlots, other: TenantSlots): number {
  const nested = Number(other.state.waiting[0]?.nested) - Number(one.state.waiting[0]?.nested)
  return nested || one.inFlight - other.inFlight || one.state.lastGrant - other.state.lastGrant
}

function summarizeTenants(tenants: readonly TenantSlots[]): Omit<SlotState, 'used' | 'refusals'> {
  const now = performance.now()
  const waiting = tenants.flatMap(({ state }) => state.waiting)
  const orgs = tenants.filter(({ key }) => belongsToOrg(key))
  return {
    waiting: waiting.length,
    orgsUsing: orgs.filter(({ inFlight }) => inFlight > 0).length,
    orgsWaiting: orgs.filter(({ state }) => state.waiting.length > 0).length,
    busiestOrg: Math.max(0, ...orgs.map(({ inFlight }) => inFlight)),
    longestWaitSeconds: Math.max(0, ...waiting.map(({ since }) => (now - since) / 1000)),
  }
}
