import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import type { Visitor, WebchatLog } from './deps.ts'
import { listenForChatSignals, notifyChatSignals } from './queries/signals.ts'

/** There are new entries; the agent types; the agent has read. */
export const chatSignals = ['entries', 'typing', 'read'] as const
export type ChatSignal = (typeof chatSignals)[number]
export type PublishChatSignal = (to: Visitor, signal: ChatSignal) => void
type OnChatSignal = (signal: ChatSignal) => void

/** The lines to the browsers of visitors. */
export type ChatNotifier = {
  /** Rings at every browser of the visitor, whatever process it is connected to. */
  publish: PublishChatSignal
  /** Answers how to stop, or undefined where a visitor has too many lines already. */
  subscribe(to: Visitor, hear: OnChatSignal): (() => void) | undefined
  /** Hears the other processes. */
  listen(databaseUrl: () => string): { close(): Promise<void> }
}

const maxConnectionsPerVisitor = 20
/** A NOTIFY each would cost more than the entries that it tells of. */
const gapMs = 5

export function createChatNotifier({ db, log }: { db: Db; log: WebchatLog }): ChatNotifier {
  const origin = randomUUID()
  const subscribers = new Map<string, Set<OnChatSignal>>()
  const signal = (name: string, one: ChatSignal) => {
    for (const hear of subscribers.get(name) ?? []) hear(one)
  }
  const tellOthers = batchSignals(async (payloads) => {
    await notifyChatSignals(db, payloads).catch((error) =>
      log.warn({ err: error }, 'web chat: other processes were not told'),
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
      // Whatever was said while nobody listened is in the table.
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

/** What is said within a moment goes together, and each thing once. */
function batchSignals(send: (said: string[]) => Promise<void>): (one: string) => void {
  const waiting = new Set<string>()
  let sending = false
  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, gapMs))
      const said = [...waiting]
      waiting.clear()
      await send(said)
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
