import type { VisitorChat, WebchatDeps } from './deps.ts'
import { entriesToMark, markEntries } from './queries/entries.ts'

const before = { delivered: ['sent'], read: ['sent', 'delivered'] } as const

/** All that was handed over up to these entries has arrived at the browser, or was looked at. */
export async function see(
  deps: WebchatDeps,
  chat: VisitorChat,
  seen: { delivered?: number; read?: number },
): Promise<void> {
  if (seen.delivered) await mark(deps, chat, 'delivered', seen.delivered)
  if (seen.read) await mark(deps, chat, 'read', seen.read)
}

/** Told first and written down after: a receipt may come twice, but is not lost. */
async function mark(deps: WebchatDeps, chat: VisitorChat, state: keyof typeof before, upTo: number): Promise<void> {
  const { db, receive, world } = deps
  const { agent, binding, visitor } = chat
  const from = before[state]
  const entries = await entriesToMark(db, agent, { visitor, upTo, from })
  if (entries.length === 0) return
  const at = world.now()
  const receipts = entries.map(({ id }) => ({ kind: 'receipt', channelMessageId: id, state, at }) as const)
  await receive(agent, binding, receipts)
  await markEntries(db, agent, { visitor, entries: entries.map(({ n }) => n), state, from })
}
