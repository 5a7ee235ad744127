import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import type { Visitor, WebchatLog } from './deps.ts'
import { listenForChatSignals, notifyChatSignals } from './queries/entries.ts'

/** New entries; the agent is typing; the agent has read; a token of the visitor is no longer valid. */
export const chatSignals = ['entries', 'typing', 'read', 'tokens'] as const
export type ChatSignal = (typeof chatSignals)[number]
export type PublishChatSignal = (to: Visitor, signal: ChatSignal) => void
type OnChatSignal = (signal: ChatSignal) => void

export type ChatNotifier = {
  /** Notifies every browser of the visitor, whichever process it is connected to. */
  publish: PublishChatSignal
  /** Returns the unsubscribe function, or undefined if the visitor has too many connections. */
  subscribe(to: Visitor, hear: OnChatSignal): (() => void) | undefined
  /** Subscribes to the signals of other processes. */
  listen(databaseUrl: () => string): { close(): Promise<void> }
}

const maxConnectionsPerVisitor = 20
/** One NOTIFY per signal would cost more than the entries themselves. */
const gapMs = 5

export function createChatNotifier({ db, log }: { db: Db; log: WebchatLog }): ChatNotifier {
  const origin = randomUUID()
  const subscribers = new Map<string, Set<OnChatSignal>>()
  const signal = (name: string, one: ChatSignal) => {
    for (const hear of subscribers.get(name) ?? []) hear(one)
  }
  const tellOthers = batchSignals(async (payloads) => {
    await notifyChatSignals(db, payloads).catch((error) =>
      log.warn({ err: error }, 'web chat: other processes could not be notified'),
    )
  })
  return {
    publish(to, one) {
      signal(visitorKeyOf(to), one)
      tellOthers(`${origin} ${visitorKeyOf(to)} ${one}`)
    },
    subscribe(to, hear) {
      const name = visitorKeyOf(to)
      const hearers = subscribers.get(name) ?? new Set()
      if (hearers.size >= maxConnectionsPerVisitor) return undefined
      subscribers.set(name, hearers.add(hear))
      return () => {
        if (hearers.delete(hear) && hearers.size === 0) subscribers.delete(name)
      }
    },
    listen(databaseUrl) {
      const onPayload = (payload: string) => {
        const [from, name = '', one] = payload.split(' ')
        const known = chatSignals.find((each) => each === one)
        if (from !== origin && known) signal(name, known)
      }
      // Entries missed while disconnected are in the table.
      const onConnect = () => {
        for (const name of subscribers.keys()) signal(name, 'entries')
      }
      return listenForChatSignals({ databaseUrl, log, onPayload, onConnect })
    },
  }
}

function visitorKeyOf({ agentKey, visitor }: Visitor): string {
  return `${agentKey}/${visitor}`
}

/** Batches the signals of a short interval and drops duplicates. */
function batchSignals(send: (ids: string[]) => Promise<void>): (one: string) => void {
  const waiting = new Set<string>()
  let sending = false
  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, gapMs))
      const ids = [...waiting]
      waiting.clear()
      await send(ids)
    }
    sending = false
  }
  return (one) => {
    waiting.add(one)
    if (sending) return
    sending = true
    void sendAll()
  }
}
