import type { ServerFrame, VisitorContent, VisitorMessage } from '@parley/webchat-protocol'
import type { InboundContentBody } from '../channels/index.ts'
import type { VisitorChat, WebchatDeps } from './deps.ts'
import { toVisitorContent } from './entry.ts'
import { markReceived, storeChatEntry } from './queries/entries.ts'

/**
 * Takes in what a visitor said. It is kept first, so that the answer stands below it, and told after that; said again it
 * is told again only where nobody knows whether it was, and conversations take each id once.
 */
export async function receiveMessage(
  deps: WebchatDeps,
  chat: VisitorChat,
  { id, said }: VisitorMessage,
): Promise<ServerFrame | undefined> {
  const { db, world, notifier } = deps
  const { agent, visitor } = chat
  const shown = toVisitorContent(said)
  if (!shown) {
    await forwardToAgent(deps, chat, { id, said })
    return { took: { id, n: 0 } }
  }
  const entry = { visitor, id, direction: 'in', payload: shown, state: 'pending', now: world.now() } as const
  const kept = await storeChatEntry(db, agent, entry)
  if (!kept) return undefined
  if (!kept.repeat) notifier.publish({ agentKey: agent.key, visitor }, 'entries')
  if (kept.state === 'pending') {
    await forwardToAgent(deps, chat, { id, said })
    await markReceived(db, agent, visitor, kept.n)
  }
  return { took: { id, n: kept.n } }
}

async function forwardToAgent(
  { receive, world }: WebchatDeps,
  { agent, binding, visitor }: VisitorChat,
  { id, said }: VisitorMessage,
) {
  await receive(agent, binding, [
    { kind: 'content', id, from: visitor, at: world.now(), content: toInboundContent(said) },
  ])
}

function toInboundContent(said: VisitorContent): InboundContentBody {
  if (said.type === 'text') return said
  if (said.type === 'place') return { type: 'place', place: { latitude: said.latitude, longitude: said.longitude } }
  const { performed: _, ...tap } = said
  return tap
}
