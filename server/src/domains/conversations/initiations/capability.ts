import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import { type Adapter, DispatchFailedError } from '../../channels/index.ts'
import { createAdapterTools } from '../dispatch/dispatch-bubble.ts'
import type { DeliveryRoute } from '../messages/recipient.ts'
import type { InitiationDeps, InitiationResult } from './deps.ts'
import { toRetryAfter } from './message.ts'
import { deleteCapabilitiesBefore, findCapability, storeCapability } from './queries.ts'

const cacheDays = 7

type CapabilityCheck = { route: DeliveryRoute; adapter: Adapter; signal: AbortSignal }

/** Returns undefined unless the number is known to be incapable. If the adapter cannot check, only the cache counts. */
export async function checkCapability(
  agent: AgentKey,
  { route, adapter, signal }: CapabilityCheck,
  deps: InitiationDeps,
): Promise<InitiationResult | undefined> {
  const { db, world } = deps
  const { asid, address, channel } = route.destination
  if (channel !== 'rcs') return undefined
  const now = world.now()
  const known = await findCapability(db, agent, { asid, since: computeCapabilityValidSince(now) })
  if (known !== undefined) return known ? undefined : { kind: 'incapable', known: true }
  if (!adapter.capable) return undefined
  const capable = await adapter
    .capable(address, route.binding, createAdapterTools({ signal }, deps))
    .catch(toCapabilityFailure)
  if (typeof capable !== 'boolean') return capable
  await storeCapability(db, agent, { asid, capable, now })
  return capable ? undefined : { kind: 'incapable', known: false }
}

/** Older cache entries do not count. */
export function computeCapabilityValidSince(now: Date): Date {
  return new Date(now.getTime() - cacheDays * dayMilliseconds)
}

function toCapabilityFailure(error: unknown): InitiationResult {
  if (!(error instanceof DispatchFailedError)) throw error
  const { reason, detail, retryAfterSeconds } = error
  if (reason === 'credentials') return { kind: 'failed', reason, detail, again: false }
  return { kind: 'failed', reason: 'capabilityUnknown', detail, again: true, ...toRetryAfter(retryAfterSeconds) }
}

const batchSize = 10_000

export async function deleteOldCapabilities(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - (cacheDays + 1) * dayMilliseconds)
  while ((await deleteCapabilitiesBefore(db, before, batchSize)) === batchSize);
}
