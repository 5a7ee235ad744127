import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { listenForRings, notifyRings } from './queries/rings.ts'
import type { Log, Visitor } from './visitor.ts'

/** There are new entries; the agent types; the agent has read. */
export const rings = ['entries', 'typing', 'read'] as const
export type Ring = (typeof rings)[number]
export type Publish = (to: Visitor, ring: Ring) => void
type Hear = (ring: Ring) => void

/** The lines to the browsers of visitors. */
export type Lines = {
  /** Rings at every browser of the visitor, whatever process it is connected to. */
  publish: Publish
  /** Answers how to stop, or undefined where a visitor has too many lines already. */
  subscribe(to: Visitor, hear: Hear): (() => void) | undefined
  /** Hears the other processes. */
  listen(databaseUrl: () => string): { close(): Promise<void> }
}

const mostLinesOfVisitor = 20
/** A NOTIFY each would cost more than the entries that it tells of. */
const gapMs = 5

export function webchatLines({ db, log }: { db: Db; log: Log }): Lines {
  const origin = randomUUID()
  const heard = new Map<string, Set<Hear>>()
  const ring = (name: string, one: Ring) => {
    for (const hear of heard.get(name) ?? []) hear(one)
  }
  const tellOthers = gathered(async (payloads) => {
    await notifyRings(db, payloads).catch((error) =>
      log.warn({ err: error }, 'web chat: other processes were not told'),
    )
  })
  return {
    publish(to, one) {
      ring(nameOf(to), one)
      tellOthers(`${origin} ${nameOf(to)} ${one}`)
    },
    subscribe(to, hear) {
      const name = nameOf(to)
      const hearers = heard.get(name) ?? new Set()
      if (hearers.size >= mostLinesOfVisitor) return undefined
      heard.set(name, hearers.add(hear))
      return () => {
        if (hearers.delete(hear) && hearers.size === 0) heard.delete(name)
      }
    },
    listen(databaseUrl) {
      const onPayload = (payload: string) => {
        const [from, name = '', one] = payload.split(' ')
        const known = rings.find((each) => each === one)
        if (from !== origin && known) ring(name, known)
      }
      // Whatever was said while nobody listened is in the table.
      const onConnect = () => {
        for (const name of heard.keys()) ring(name, 'entries')
      }
      return listenForRings({ databaseUrl, log, onPayload, onConnect })
    },
  }
}

function nameOf({ agentKey, visitor }: Visitor): string {
  return `${agentKey}/${visitor}`
}

/** What is said within a moment goes together, and each thing once. */
function gathered(send: (said: string[]) => Promise<void>): (one: string) => void {
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
