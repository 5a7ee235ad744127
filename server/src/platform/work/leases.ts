import type { World } from '../world.ts'
import type { LeaseExtension } from './row-queries.ts'
import type { WorkLog } from './task.ts'

export type WorkLease = {
  /** The row's id, or the lane. */
  id: string
  token: string
  lane?: string
  signal: AbortSignal
  abort(reason: string): void
  /** By this process's clock; after this another process may have taken over. */
  leaseEndsAt: Date
  /** The handler timed out: the lease is no longer extended. */
  expired: boolean
  /** The result is being written, so a lost token means nothing. */
  recording: boolean
  /** The process is stopping: an aborted handler does not count as an attempt. */
  released: boolean
}

export function createLease(lease: Pick<WorkLease, 'id' | 'token' | 'lane' | 'leaseEndsAt'>): WorkLease {
  const controller = new AbortController()
  return Object.assign(lease, {
    signal: controller.signal,
    abort: (reason: string) => controller.abort(new Error(reason)),
    expired: false,
    recording: false,
    released: false,
  })
}

export type LeaseSet<H extends WorkLease> = {
  add(hold: H): void
  delete(hold: H): void
  all(): H[]
  abort(id: string, reason: string): void
  stop(): void
}

type LeaseSetOptions<H> = {
  kind: string
  leaseSeconds: number
  world: World
  log: WorkLog
  /** Extends all leases in one statement; returns those still held. */
  extend(holds: H[], until: Date): Promise<LeaseExtension[]>
}

/** All leases of one kind, extended together every third of their length while they are held. */
export function createLeaseSet<H extends WorkLease>({
  kind,
  leaseSeconds,
  world,
  log,
  extend,
}: LeaseSetOptions<H>): LeaseSet<H> {
  const held = new Set<H>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function beat(): Promise<void> {
    const holds = [...held].filter((hold) => !hold.expired)
    if (holds.length === 0) return
    const until = new Date(world.now().getTime() + leaseSeconds * 1000)
    const extended = new Map((await extend(holds, until)).map((one) => [one.n, one]))
    holds.forEach((hold, n) => {
      const one = extended.get(n)
      if (one?.extended) hold.leaseEndsAt = until
      if (!one && !hold.recording && held.has(hold)) hold.abort('the lease was lost')
    })
  }

  async function keepBeating(): Promise<void> {
    await beat().catch((error) => log.warn({ err: error, kind }, 'leases could not be extended'))
    timer = undefined
    if (held.size > 0 && !stopped) beatLater()
  }

  function beatLater(): void {
    timer ??= setTimeout(keepBeating, (leaseSeconds * 1000) / 3).unref()
  }

  return {
    add(hold) {
      held.add(hold)
      beatLater()
    },
    delete: (hold) => held.delete(hold),
    all: () => [...held],
    abort(id, reason) {
      for (const hold of held) if (hold.id === id) hold.abort(reason)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
