import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Channel, ContentMessage, type RenderedBubble } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { renderForTarget } from '../dispatch/render.ts'
import type { AgentMessageEntry } from './entries.ts'
import { type DispatchedContext, listDispatchedContexts } from './queries/messages.ts'

/**
 * Adds what the person saw to each message of the agent. The same message always renders the same, so only the message
 * is stored, with the channel and the locale that it was rendered for.
 */
export async function addBubbles(
  db: Db,
  agent: AgentKey,
  entries: readonly AgentMessageEntry[],
): Promise<AgentMessageEntry[]> {
  const ids = entries.filter(isAgentContent).map(({ messageId }) => messageId)
  const contexts = new Map((await listDispatchedContexts(db, agent, ids)).map((context) => [context.id, context]))
  const complete: AgentMessageEntry[] = []
  let turnStartedAt = performance.now()
  for (const entry of entries) {
    const context = isAgentContent(entry) ? contexts.get(entry.messageId) : undefined
    const bubbles = isAgentContent(entry) ? renderBubbles(entry, context) : undefined
    complete.push({ ...entry, ...(bubbles && { bubbles }), ...(context?.author && { author: context.author }) })
    if (performance.now() - turnStartedAt < maxTurnMilliseconds) continue
    await nextTurn()
    turnStartedAt = performance.now()
  }
  return complete
}

/** A long message takes up to a hundred times as long as a short one, so rendering yields by time, not by count. */
const maxTurnMilliseconds = 10

const isAgentContent = ({ origin, type }: AgentMessageEntry): boolean => origin === 'agent' && type === 'content'

/** Entries outlive their message by some days; then their own channel and the default locale apply. */
function renderBubbles(
  { raw, messageId, channel, emulatedChannel }: AgentMessageEntry,
  context: DispatchedContext | undefined,
): RenderedBubble[] | undefined {
  const { success, data } = ContentMessage.safeParse(raw)
  if (!success) return undefined
  const target = {
    channel: (context?.channel as Channel | undefined) ?? emulatedChannel ?? channel,
    locale: context?.locale ?? undefined,
  }
  // The accepted message names the template, even where the person got the content.
  const message = context?.namesTemplate === false ? { ...data, delivery: undefined } : data
  const { messages } = renderForTarget({ id: messageId, message }, target)
  return messages.map(({ text, view, sms }) => ({ text, view, ...(sms && { sms }) }))
}
