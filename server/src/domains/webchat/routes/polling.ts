import type { ChatEntry, ServerFrame } from '@parley/webchat-protocol'
import type { VisitorChat } from '../deps.ts'
import { toChatEntry } from '../entry.ts'
import type { ChatSignal } from '../notifier.ts'
import { findHistoryStart, listEntriesAfter } from '../queries/entries.ts'
import type { WebchatContext } from './context.ts'

type PollQuery = { after: number; waitMs: number; gone: AbortSignal }

/** What comes after an entry, at once or when it comes; nothing after so long. Undefined: too many wait already. */
export async function poll(
  doors: WebchatContext,
  chat: VisitorChat,
  asked: PollQuery,
): Promise<ServerFrame[] | undefined> {
  const { agent, visitor } = chat
  const rung = Promise.withResolvers<ChatSignal>()
  // First the ear and then the look, or what comes between the two would be missed.
  const unsubscribe = doors.notifier.subscribe({ agentKey: agent.key, visitor }, rung.resolve)
  if (!unsubscribe) return undefined
  try {
    const after = asked.after || (await findHistoryStart(doors.db, agent, visitor))
    const there = await read(doors, chat, after)
    if (there.length > 0 || asked.waitMs === 0) return [{ entries: there }]
    const ring = await waitForSignal(rung.promise, asked.waitMs, [asked.gone, doors.closing])
    const signals: ServerFrame[] = ring && ring !== 'entries' ? [{ signal: ring }] : []
    return [{ entries: await read(doors, chat, after) }, ...signals]
  } finally {
    unsubscribe()
  }
}

async function read({ db }: WebchatContext, { agent, visitor }: VisitorChat, after: number): Promise<ChatEntry[]> {
  return (await listEntriesAfter(db, agent, visitor, after)).map(toChatEntry)
}

/** Undefined when nothing rang in that time, or nobody waits any more. */
function waitForSignal(
  rung: Promise<ChatSignal>,
  waitMs: number,
  over: readonly AbortSignal[],
): Promise<ChatSignal | undefined> {
  return new Promise((resolve) => {
    const done = (ring?: ChatSignal) => {
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
