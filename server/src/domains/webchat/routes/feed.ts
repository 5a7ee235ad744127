import type { ServerFrame } from '@parley/webchat-protocol'
import type { VisitorChat } from '../deps.ts'
import { entryOf } from '../entry.ts'
import type { Ring } from '../lines.ts'
import { beforeNewest, entriesAfter, mostAtOnce } from '../queries/entries.ts'
import type { Doors } from './chat.ts'

export type Feed = { stop(): void }

type Outlet = {
  send(frame: ServerFrame): void
  /** Resolves when more can be sent. */
  ready(): Promise<void>
  isBehind(): boolean
  fail(): void
}

/**
 * Sends every entry after the given one, each once and in order, as it comes. A slow browser holds up nothing but
 * itself: what it has not taken is not read from the database either.
 */
export function feed(doors: Doors, chat: VisitorChat, after: number, outlet: Outlet): Feed {
  const { db, lines, log } = doors
  const { agent, visitor } = chat
  let last = after
  let rung = false
  let pulling = false
  let stopped = false

  async function pull(always: boolean): Promise<void> {
    if (last === 0) last = await beforeNewest(db, agent, visitor)
    for (let first = always; !stopped; first = false) {
      rung = false
      const rows = await entriesAfter(db, agent, visitor, last)
      last = rows.at(-1)?.n ?? last
      // The first frame comes in any case: it says that the line stands.
      if (rows.length > 0 || first) outlet.send({ entries: rows.map(entryOf) })
      await outlet.ready()
      if (rows.length < mostAtOnce && !rung) break
    }
    // In the same breath as the look at `rung`: a ring in between would be heard by nobody.
    pulling = false
  }

  function pullOnce(always = false): void {
    rung = true
    if (pulling || stopped) return
    pulling = true
    pull(always).catch((error) => {
      log.warn({ err: error }, 'web chat: entries were not sent')
      outlet.fail()
    })
  }

  const hear = (ring: Ring): void => {
    if (ring === 'entries') pullOnce()
    else if (!outlet.isBehind()) outlet.send({ signal: ring })
  }
  const unsubscribe = lines.subscribe({ agentKey: agent.key, visitor }, hear)
  if (unsubscribe) pullOnce(true)
  else outlet.fail()
  return {
    stop() {
      stopped = true
      unsubscribe?.()
    },
  }
}
