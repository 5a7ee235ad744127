import type { Entry, ServerFrame } from '@parley/webchat-protocol'
import type { VisitorChat } from '../deps.ts'
import { entryOf } from '../entry.ts'
import type { Ring } from '../lines.ts'
import { beforeNewest, entriesAfter } from '../queries/entries.ts'
import type { Doors } from './chat.ts'

type Asked = { after: number; waitMs: number; gone: AbortSignal }

/** What comes after an entry, at once or when it comes; nothing after so long. Undefined: too many wait already. */
export async function poll(doors: Doors, chat: VisitorChat, asked: Asked): Promise<ServerFrame[] | undefined> {
  const { agent, visitor } = chat
  const rung = Promise.withResolvers<Ring>()
  // First the ear and then the look, or what comes between the two would be missed.
  const unsubscribe = doors.lines.subscribe({ agentKey: agent.key, visitor }, rung.resolve)
  if (!unsubscribe) return undefined
  try {
    const after = asked.after || (await beforeNewest(doors.db, agent, visitor))
    const there = await read(doors, chat, after)
    if (there.length > 0 || asked.waitMs === 0) return [{ entries: there }]
    const ring = await heardWithin(rung.promise, asked.waitMs, [asked.gone, doors.closing])
    const signals: ServerFrame[] = ring && ring !== 'entries' ? [{ signal: ring }] : []
    return [{ entries: await read(doors, chat, after) }, ...signals]
  } finally {
    unsubscribe()
  }
}

async function read({ db }: Doors, { agent, visitor }: VisitorChat, after: number): Promise<Entry[]> {
  return (await entriesAfter(db, agent, visitor, after)).map(entryOf)
}

/** Undefined when nothing rang in that time, or nobody waits any more. */
function heardWithin(rung: Promise<Ring>, waitMs: number, over: readonly AbortSignal[]): Promise<Ring | undefined> {
  return new Promise((resolve) => {
    const done = (ring?: Ring) => {
      clearTimeout(timer)
      for (const signal of over) signal.removeEventListener('abort', enough)
      resolve(ring)
    }
    const enough = () => done()
    const timer = setTimeout(enough, waitMs)
    for (const signal of over) signal.addEventListener('abort', enough)
    if (over.some(({ aborted }) => aborted)) done()
    void rung.then(done)
  })
}
