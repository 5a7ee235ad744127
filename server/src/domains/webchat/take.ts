import type { Said, Say, ServerFrame } from '@parley/webchat-protocol'
import type { Content } from '../channels/index.ts'
import type { VisitorChat, WebchatDeps } from './deps.ts'
import { shownOf } from './entry.ts'
import { keepEntry, markTaken } from './queries/entries.ts'

/**
 * Takes in what a visitor said. It is kept first, so that the answer stands below it, and told after that; said again it
 * is told again only where nobody knows whether it was, and conversations take each id once.
 */
export async function take(deps: WebchatDeps, chat: VisitorChat, { id, said }: Say): Promise<ServerFrame | undefined> {
  const { db, world, lines } = deps
  const { agent, visitor } = chat
  const shown = shownOf(said)
  if (!shown) {
    await tell(deps, chat, { id, said })
    return { took: { id, n: 0 } }
  }
  const entry = { visitor, id, direction: 'in', payload: shown, state: 'pending', now: world.now() } as const
  const kept = await keepEntry(db, agent, entry)
  if (!kept) return undefined
  if (!kept.repeat) lines.publish({ agentKey: agent.key, visitor }, 'entries')
  if (kept.state === 'pending') {
    await tell(deps, chat, { id, said })
    await markTaken(db, agent, visitor, kept.n)
  }
  return { took: { id, n: kept.n } }
}

async function tell({ receive, world }: WebchatDeps, { agent, binding, visitor }: VisitorChat, { id, said }: Say) {
  await receive(agent, binding, [{ kind: 'content', id, from: visitor, at: world.now(), content: contentOf(said) }])
}

function contentOf(said: Said): Content {
  if (said.type === 'text') return said
  if (said.type === 'place') return { type: 'place', place: { latitude: said.latitude, longitude: said.longitude } }
  const { performed: _, ...tap } = said
  return tap
}
