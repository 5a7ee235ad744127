import type { VisitorChat, WebchatDeps } from './deps.ts'
import { findEntriesToMark, markEntries } from './queries/entries.ts'

const previousStates = { delivered: ['sent'], read: ['sent', 'delivered'] } as const

/** All that was handed over up to these entries has arrived at the browser, or was looked at. */
export async function reportReceipts(
  deps: WebchatDeps,
  chat: VisitorChat,
  seen: { delivered?: number; read?: number },
): Promise<void> {
  if (seen.delivered) await mark(deps, chat, 'delivered', seen.delivered)
  if (seen.read) await mark(deps, chat, 'read', seen.read)
}

/** Told first and written down after: a receipt may come twice, but is not lost. */
async function mark(
  deps: WebchatDeps,
  chat: VisitorChat,
  state: keyof typeof previousStates,
  upTo: number,
): Promise<void> {
  const { db, receive, world } = deps
  const { agent, binding, visitor } = chat
  const from = previousStates[state]
  const entries = await findEntriesToMark(db, agent, { visitor, upTo, from })
  if (entries.length === 0) return
  const at = world.now()
  const receipts = entries.map(({ id }) => ({ kind: 'receipt', channelMessageId: id, state, at }) as const)
  await receive(agent, binding, receipts)
  await markEntries(db, agent, { visitor, entries: entries.map(({ n }) => n), state, from })
}
