import type { ChatEntry, ServerFrame } from '@parley/webchat-protocol'
import type { VisitorChat } from '../deps.ts'
import { toChatEntry } from '../entry.ts'
import type { ChatSignal } from '../notifier.ts'
import { findHistoryStart, listEntriesAfter } from '../queries/entries.ts'
import type { WebchatContext } from './context.ts'

type PollQuery = { after: number; waitMs: number; gone: AbortSignal }

/** What comes after an entry, at once or when it comes; nothing after so long. Undefined: too many wait already. */
export async function poll(
  context: WebchatContext,
  chat: VisitorChat,
  asked: PollQuery,
): Promise<ServerFrame[] | undefined> {
  const { agent, visitor } = chat
  const signaled = Promise.withResolvers<ChatSignal>()
  // First the ear and then the look, or what comes between the two would be missed.
  const unsubscribe = context.notifier.subscribe({ agentKey: agent.key, visitor }, signaled.resolve)
  if (!unsubscribe) return undefined
  try {
    const after = asked.after || (await findHistoryStart(context.db, agent, visitor))
    const there = await read(context, chat, after)
    if (there.length > 0 || asked.waitMs === 0) return [{ entries: there }]
    const received = await waitForSignal(signaled.promise, asked.waitMs, [asked.gone, context.closing])
    const signals: ServerFrame[] = received && received !== 'entries' ? [{ signal: received }] : []
    return [{ entries: await read(context, chat, after) }, ...signals]
  } finally {
    unsubscribe()
  }
}

async function read({ db }: WebchatContext, { agent, visitor }: VisitorChat, after: number): Promise<ChatEntry[]> {
  return (await listEntriesAfter(db, agent, visitor, after)).map(toChatEntry)
}

/** Undefined when nothing rang in that time, or nobody waits any more. */
function waitForSignal(
  signaled: Promise<ChatSignal>,
  waitMs: number,
  over: readonly AbortSignal[],
): Promise<ChatSignal | undefined> {
  return new Promise((resolve) => {
    const done = (received?: ChatSignal) => {
      clearTimeout(timer)
      for (const signal of over) signal.removeEventListener('abort', enough)
      resolve(received)
    }
    const enough = () => done()
    const timer = setTimeout(enough, waitMs)
    for (const signal of over) signal.addEventListener('abort', enough)
    if (over.some(({ aborted }) => aborted)) done()
    void signaled.then(done)
  })
}
