import { type Channel, getProfile, type WindowState } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { World } from '../../../platform/world.ts'
import type { Channels } from '../../channels/index.ts'
import type { NewEvent, PublishEvents } from '../deps.ts'
import { type ClosedWindow, claimClosedWindows } from './queries.ts'

const hourMilliseconds = 3_600_000

/** Returns when the reply window closes; undefined if the channel has none. */
export function windowClosesAt(channel: Channel, lastInboundAt: Date): Date | undefined {
  const { windowHours } = getProfile(channel)
  return windowHours === undefined ? undefined : new Date(lastInboundAt.getTime() + windowHours * hourMilliseconds)
}

/** A person who never wrote has no open window. */
export function windowState(channel: Channel, lastInboundAt: Date | undefined, now: Date): WindowState {
  if (getProfile(channel).windowHours === undefined) return 'open'
  const closesAt = lastInboundAt && windowClosesAt(channel, lastInboundAt)
  return closesAt && now < closesAt ? 'open' : 'closed'
}

export type CloseWindowsDeps = { world: World; channels: Pick<Channels, 'findByChannel'>; publishEvents: PublishEvents }

const batchSize = 200

/** Publishes reply windows that have closed. */
export async function closeWindows(db: Db, deps: CloseWindowsDeps, signal?: AbortSignal): Promise<void> {
  let closed = batchSize
  while (closed === batchSize && !signal?.aborted) closed = await inTransaction(db, (tx) => closeBatch(tx, deps))
}

async function closeBatch(tx: Db, deps: CloseWindowsDeps): Promise<number> {
  const now = deps.world.now()
  const windows = await claimClosedWindows(tx, now, batchSize)
  for (const group of Map.groupBy(windows, ({ agent }) => agent.key).values()) await publishClosed(tx, group, now, deps)
  return windows.length
}

/** Handles the windows of one agent. Publishes nothing if the channel has been unbound in the meantime. */
async function publishClosed(
  tx: Db,
  windows: readonly ClosedWindow[],
  now: Date,
  { channels, publishEvents }: CloseWindowsDeps,
) {
  const [{ agent }] = windows as [ClosedWindow]
  const events: NewEvent[] = []
  for (const [channel, group] of Map.groupBy(windows, (window) => window.channel)) {
    const provider = (await channels.findByChannel(agent, channel, tx))?.provider
    if (provider !== undefined) events.push(...group.map((window) => toClosedEvent(window, provider, now)))
  }
  if (events.length > 0) await publishEvents(tx, agent, events)
}

function toClosedEvent({ asid, channel, sessionId, sandbox }: ClosedWindow, provider: string, at: Date): NewEvent {
  const event = { type: 'system', kind: 'windowChanged', window: { state: 'closed' } } as const
  return { asid, sessionId, channel, provider, event, windowState: 'closed', ...(sandbox && { sandbox }), at }
}
