import type { Db } from '../../../../platform/db/database.ts'
import type { World } from '../../../../platform/world.ts'
import { type AdapterBinding, type AdapterSendResult, DispatchFailedError, type OutboundBubble } from '../../adapter.ts'
import { findLastAssistantEntry, insertAssistantEntry, listAssistantEntries } from './queries.ts'

/** A message of the agent; `entry` counts up. */
export type AssistantEntry = { entry: number; text: string; at: Date }

/** Stores answers until the assistant fetches them, because an assistant cannot be called. */
export type AssistantStore = {
  /** Ignores a repeat of the same id. */
  append(binding: AdapterBinding, conversation: string, entry: { id: string; text: string }): Promise<void>
  read(binding: AdapterBinding, conversation: string, after: number): Promise<AssistantEntry[]>
  /** The last entry stored before that time; 0 if there is none. */
  findLast(binding: AdapterBinding, conversation: string, before: Date): Promise<number>
}

export function createAssistantStore(db: Db, world: Pick<World, 'now'>): AssistantStore {
  const agentOf = ({ agentKey }: AdapterBinding) => ({ key: agentKey })
  return {
    append: (binding, conversation, entry) =>
      insertAssistantEntry(db, agentOf(binding), { conversation, ...entry, at: world.now() }),
    read: (binding, conversation, after) => listAssistantEntries(db, agentOf(binding), conversation, after),
    findLast: (binding, conversation, before) => findLastAssistantEntry(db, agentOf(binding), conversation, before),
  }
}

/** Stores the message for the assistant to fetch. */
export async function send(
  { channelMessageId, to, ...outgoing }: OutboundBubble,
  binding: AdapterBinding,
  store: AssistantStore,
): Promise<AdapterSendResult> {
  await store.append(binding, to, { id: channelMessageId, text: textOf(outgoing) }).catch(() => {
    throw new DispatchFailedError('providerError', 'The message could not be stored for the assistant', {
      retry: 'later',
    })
  })
  return { channelMessageId }
}

/** Keeps the Markdown, which assistants read as well as a person reads bold. */
function textOf({ native, text }: Pick<OutboundBubble, 'native' | 'text'>): string {
  const marked = (native as { text?: unknown } | null)?.text
  return typeof marked === 'string' ? marked : text
}
