import { createMediaView } from '@parley/amf'
import type { ChatEntry, EntryView, ServerFrame, VisitorContent, VisitorMessage } from '@parley/webchat-protocol'
import type { InboundContentBody } from '../channels/index.ts'
import type { VisitorChat, WebchatDeps } from './deps.ts'
import { readStoredView, type StoredEntry, toVisitorView } from './entry-view.ts'
import { type ChatEntryRow, findEntriesToMark, markEntries, markReceived, storeChatEntry } from './queries/entries.ts'

export function toChatEntry({ n, id, direction, payload, at }: ChatEntryRow): ChatEntry {
  const from = direction === 'in' ? 'visitor' : 'agent'
  return { n, id, at: at.toISOString(), from, view: readStoredView(payload) }
}

const previousStates = { delivered: ['sent'], read: ['sent', 'delivered'] } as const

/** Everything dispatched up to these entries has arrived at the browser, or was read. */
export async function reportReceipts(
  deps: WebchatDeps,
  chat: VisitorChat,
  seen: { delivered?: number; read?: number },
): Promise<void> {
  if (seen.delivered) await mark(deps, chat, 'delivered', seen.delivered)
  if (seen.read) await mark(deps, chat, 'read', seen.read)
}

/** Reports the receipt before storing it: a receipt may be repeated but is never lost. */
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

type ReceivedFile = { id: string; name: string; contentType: string; bytes: Buffer }

/** Processes a file of a visitor. No answer: it could not be stored. */
export async function receiveFile(
  deps: WebchatDeps,
  chat: VisitorChat,
  { id, name, contentType, bytes }: ReceivedFile,
): Promise<{ answer?: ServerFrame; isVisitor: boolean }> {
  const { agent, binding, visitor } = chat
  // The key is that of `receive`, so that it finds the file. It contains the visitor, because browsers choose the ids.
  const reference = `upload ${visitor}`
  const key = `inbound ${binding.id} ${id} ${reference}`
  const stored = await deps.storeFile(agent, key, async () => new Response(new Uint8Array(bytes)), name)
  if (!stored) return { isVisitor: true }
  const media = { ...createMediaView(stored), name }
  const content = { type: 'media', reference, mediaType: contentType, name } as const
  const answer = await storeAndForward(deps, chat, { id, view: { kind: 'media', media, chips: [] }, content })
  return { answer, isVisitor: answer !== undefined }
}

/**
 * Processes a visitor's message. Stores it first, so that the answer appears below it, and then forwards it. A repeat
 * is forwarded again only if it is unknown whether the first was, and conversations accept each id once.
 */
export async function receiveMessage(
  deps: WebchatDeps,
  chat: VisitorChat,
  { id, said }: VisitorMessage,
): Promise<ServerFrame | undefined> {
  const view = toVisitorView(said)
  const content = toInboundContent(said)
  if (view) return storeAndForward(deps, chat, { id, view, content })
  await forwardToAgent(deps, chat, { id, content })
  return { took: { id, n: 0 } }
}

type ReceivedContent = { id: string; content: InboundContentBody }

async function storeAndForward(
  deps: WebchatDeps,
  chat: VisitorChat,
  { id, view, content }: ReceivedContent & { view: EntryView },
): Promise<ServerFrame | undefined> {
  const { db, world, notifier } = deps
  const { agent, visitor } = chat
  const payload: StoredEntry = { view }
  const entry = { visitor, id, direction: 'in', payload, state: 'pending', now: world.now() } as const
  const stored = await storeChatEntry(db, agent, entry)
  if (!stored) return undefined
  // In the meantime, the visitor may have signed in.
  const joined = { ...chat, visitor: stored.visitor }
  if (!stored.repeat) notifier.publish({ agentKey: agent.key, visitor: stored.visitor }, 'entries')
  if (stored.state === 'pending') {
    await forwardToAgent(deps, joined, { id, content })
    await markReceived(db, agent, stored.visitor, stored.n)
  }
  return { took: { id, n: stored.n } }
}

async function forwardToAgent(
  { receive, world }: WebchatDeps,
  { agent, binding, visitor }: VisitorChat,
  { id, content }: ReceivedContent,
) {
  await receive(agent, binding, [{ kind: 'content', id, from: visitor, at: world.now(), content }])
}

function toInboundContent(content: VisitorContent): InboundContentBody {
  if (content.type === 'text') return content
  if (content.type === 'place')
    return { type: 'place', place: { latitude: content.latitude, longitude: content.longitude } }
  const { performed: _, ...tap } = content
  return tap
}
