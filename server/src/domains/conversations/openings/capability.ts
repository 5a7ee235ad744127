import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Adapter, DispatchFailed } from '../../channels/index.ts'
import { toolsOf } from '../dispatch/hand-over.ts'
import type { Route } from '../messages/recipient.ts'
import type { Opened, OpenerDeps } from './deps.ts'
import { waitOf } from './message.ts'
import { findCapability, forgetCapabilities, rememberCapability } from './queries.ts'

const dayMilliseconds = 86_400_000
/** Document 2, Limits. */
const rememberedDays = 7

type Asked = { route: Route; adapter: Adapter; signal: AbortSignal }

/** Undefined where nothing speaks against it. Where nobody can be asked, only what is remembered does. */
export async function incapabilityOf(
  agent: AgentKey,
  { route, adapter, signal }: Asked,
  deps: OpenerDeps,
): Promise<Opened | undefined> {
  const { db, world } = deps
  const { asid, address, channel } = route.place
  if (channel !== 'rcs') return undefined
  const now = world.now()
  const known = await findCapability(db, agent, { asid, since: capableSince(now) })
  if (known !== undefined) return known ? undefined : { kind: 'incapable', known: true }
  if (!adapter.capable) return undefined
  const capable = await adapter.capable(address, route.binding, toolsOf({ signal }, deps)).catch(untold)
  if (typeof capable !== 'boolean') return capable
  await rememberCapability(db, agent, { asid, capable, now })
  return capable ? undefined : { kind: 'incapable', known: false }
}

/** What was told before that is not remembered. */
export function capableSince(now: Date): Date {
  return new Date(now.getTime() - rememberedDays * dayMilliseconds)
}

function untold(error: unknown): Opened {
  if (!(error instanceof DispatchFailed)) throw error
  const { reason, detail, retryAfterSeconds } = error
  if (reason === 'credentials') return { kind: 'failed', reason, detail, again: false }
  return { kind: 'failed', reason: 'capabilityUnknown', detail, again: true, ...waitOf(retryAfterSeconds) }
}

const atOnce = 10_000

export async function forgetOldCapabilities(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - (rememberedDays + 1) * dayMilliseconds)
  while ((await forgetCapabilities(db, before, atOnce)) === atOnce);
}
