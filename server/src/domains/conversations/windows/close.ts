import type { Db } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/world.ts'
import type { Channels } from '../../channels/index.ts'
import type { NewEvent, Tell } from '../deps.ts'
import { type ClosedWindow, inTransaction, takeClosedWindows } from './queries.ts'

export type CloseDeps = { world: World; channels: Pick<Channels, 'on'>; tell: Tell }

const atOnce = 200

/** Tells agents of reply windows that have closed. */
export async function closeWindows(db: Db, deps: CloseDeps, signal?: AbortSignal): Promise<void> {
  let closed = atOnce
  while (closed === atOnce && !signal?.aborted) closed = await inTransaction(db, (tx) => closeSome(tx, deps))
}

async function closeSome(tx: Db, deps: CloseDeps): Promise<number> {
  const now = deps.world.now()
  const windows = await takeClosedWindows(tx, now, atOnce)
  for (const group of Map.groupBy(windows, ({ agent }) => agent.key).values()) await tellClosed(tx, group, now, deps)
  return windows.length
}

/** All of one agent. Where the channel was unbound meanwhile there is nothing to tell. */
async function tellClosed(tx: Db, windows: readonly ClosedWindow[], now: Date, { channels, tell }: CloseDeps) {
  const [{ agent }] = windows as [ClosedWindow]
  const events: NewEvent[] = []
  for (const [channel, group] of Map.groupBy(windows, (window) => window.channel)) {
    const provider = (await channels.on(agent, channel, tx))?.provider
    if (provider !== undefined) events.push(...group.map((window) => closedEvent(window, provider, now)))
  }
  if (events.length > 0) await tell(tx, agent, events)
}

function closedEvent({ asid, channel, sessionId, sandbox }: ClosedWindow, provider: string, at: Date): NewEvent {
  const event = { type: 'system', kind: 'windowChanged', window: { state: 'closed' } } as const
  return { asid, sessionId, channel, provider, event, windowState: 'closed', ...(sandbox && { sandbox }), at }
}
