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
type TenantSlots = { name: string; used: number; waiting: SlotWaiter[]; lastGrant: number }

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
  readonly #tenants = new Map<string, TenantSlots>()
  #used = 0
  #grants = 0
  #refusals = 0

  constructor(options: SlotOptions) {
    this.#options = options
  }

  async acquire({ tenant: name, nested = false }: SlotRequest): Promise<() => void> {
    const tenant = this.#tenants.get(name) ?? { name, used: 0, waiting: [], lastGrant: 0 }
    this.#tenants.set(name, tenant)
    // Calls of the tenant that already wait come first; only a nested call may overtake them.
    if ((nested || tenant.waiting.length === 0) && this.#isOpenTo(tenant, nested)) return this.#take(tenant)
    const { maxWaiting = Number.POSITIVE_INFINITY } = this.#options
    if (tenant.waiting.length < maxWaiting) return this.#enqueue(tenant, nested)
    this.#refusals += 1
    throw new NoSlotError(`${maxWaiting} are already waiting`)
  }

  state(): SlotState {
    return { used: this.#used, refusals: this.#refusals, ...summarizeTenants([...this.#tenants.values()]) }
  }

  #isOpenTo(tenant: TenantSlots, nested: boolean): boolean {
    const { slots, reserve } = this.#options
    if (this.#used < slots) return true
    // Only half of the reserve: nested calls of one tenant must leave slots for the others.
    if (nested && this.#used < slots + Math.floor(reserve / 2)) return true
    const sharing = this.#tenants.size
    return sharing > 1 && this.#used < slots + reserve && tenant.used + 1 <= (slots + reserve) / sharing
  }

  #take(tenant: TenantSlots): () => void {
    this.#used += 1
    tenant.used += 1
    tenant.lastGrant = ++this.#grants
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#used -= 1
      tenant.used -= 1
      this.#forgetIdle(tenant)
      this.#grantNext()
    }
  }

  #grantNext(): void {
    for (let next = this.#neediest(); next; next = this.#neediest()) {
      const first = next.waiting.shift()
      clearTimeout(first?.timer)
      first?.grant()
    }
  }

  #neediest(): TenantSlots | undefined {
    let next: TenantSlots | undefined
    for (const tenant of this.#tenants.values()) {
      const [first] = tenant.waiting
      if (first && this.#isOpenTo(tenant, first.nested) && (!next || compareNeed(tenant, next) < 0)) next = tenant
    }
    return next
  }

  #enqueue(tenant: TenantSlots, nested: boolean): Promise<() => void> {
    const { waitMilliseconds } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const one: SlotWaiter = { nested, since: performance.now(), grant: () => resolve(this.#take(tenant)) }
    if (waitMilliseconds !== undefined) {
      one.timer = setTimeout(() => {
        this.#refusals += 1
        tenant.waiting.splice(tenant.waiting.indexOf(one), 1)
        this.#forgetIdle(tenant)
        reject(new NoSlotError(`no slot within ${waitMilliseconds} ms`))
      }, waitMilliseconds)
    }
    // A nested call holds another slot while it waits.
    if (nested) tenant.waiting.unshift(one)
    else tenant.waiting.push(one)
    return promise
  }

  #forgetIdle({ name, used, waiting }: TenantSlots): void {
    if (used === 0 && waiting.length === 0) this.#tenants.delete(name)
  }
}

/** Nested calls first, because each blocks a slot. */
function compareNeed(one: TenantSlots, other: TenantSlots): number {
  const nested = Number(other.waiting[0]?.nested) - Number(one.waiting[0]?.nested)
  return nested || one.used - other.used || one.lastGrant - other.lastGrant
}

function summarizeTenants(tenants: readonly TenantSlots[]): Omit<SlotState, 'used' | 'refusals'> {
  const now = performance.now()
  const waiting = tenants.flatMap((tenant) => tenant.waiting)
  const orgs = tenants.filter(({ name }) => belongsToOrg(name))
  return {
    waiting: waiting.length,
    orgsUsing: orgs.filter(({ used }) => used > 0).length,
    orgsWaiting: orgs.filter((org) => org.waiting.length > 0).length,
    busiestOrg: Math.max(0, ...orgs.map(({ used }) => used)),
    longestWaitSeconds: Math.max(0, ...waiting.map(({ since }) => (now - since) / 1000)),
  }
}
