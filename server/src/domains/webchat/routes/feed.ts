import type { ServerFrame } from '@parley/webchat-protocol'
import type { VisitorChat } from '../deps.ts'
import { toChatEntry } from '../entry.ts'
import type { ChatSignal } from '../notifier.ts'
import { entryPageSize, findHistoryStart, listEntriesAfter } from '../queries/entries.ts'
import type { WebchatContext } from './context.ts'

export type ChatFeed = { stop(): void }

type FeedOutlet = {
  send(frame: ServerFrame): void
  /** Resolves when more can be sent. */
  ready(): Promise<void>
  isBehind(): boolean
  fail(): void
}

/**
 * Sends every entry after the given one, once and in order, as it arrives. A slow browser delays only itself: entries
 * are not even read from the database until it has received the previous ones.
 */
export function startFeed(context: WebchatContext, chat: VisitorChat, after: number, outlet: FeedOutlet): ChatFeed {
  const { db, notifier, log } = context
  const { agent, visitor } = chat
  let last = after
  let isSignaled = false
  let pulling = false
  let stopped = false

  async function pull(always: boolean): Promise<void> {
    if (last === 0) last = await findHistoryStart(db, agent, visitor)
    for (let first = always; !stopped; first = false) {
      isSignaled = false
      const rows = await listEntriesAfter(db, agent, visitor, last)
      last = rows.at(-1)?.n ?? last
      // The first frame is always sent: it confirms the connection.
      if (rows.length > 0 || first) outlet.send({ entries: rows.map(toChatEntry) })
      await outlet.ready()
      if (rows.length < entryPageSize && !isSignaled) break
    }
    // Set in the same tick as the check of `isSignaled`: a signal in between would be lost.
    pulling = false
  }

  function pullOnce(always = false): void {
    isSignaled = true
    if (pulling || stopped) return
    pulling = true
    pull(always).catch((error) => {
      log.warn({ err: error }, 'web chat: entries were not sent')
      outlet.fail()
    })
  }

  const hear = (signal: ChatSignal): void => {
    if (signal === 'entries') pullOnce()
    else if (!outlet.isBehind()) outlet.send({ signal })
  }
  const unsubscribe = notifier.subscribe({ agentKey: agent.key, visitor }, hear)
  if (unsubscribe) pullOnce(true)
  else outlet.fail()
  return {
    stop() {
      stopped = true
      unsubscribe?.()
    },
  }
}
