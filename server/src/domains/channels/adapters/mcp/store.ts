import type { Db } from '../../../../platform/db/database.ts'
import type { World } from '../../../../platform/world.ts'
import type { AdapterBinding } from '../../adapter.ts'
import { findLastAssistantEntry, insertAssistantEntry, listAssistantEntries } from './queries.ts'

/** A message of the agent; `entry` counts up. */
export type AssistantEntry = { entry: number; text: string; at: Date }

/** Stores answers until the assistant fetches them, because an assistant cannot be called. */
export type AssistantStore = {
  /** Ignores a repeat of the same id. */
  append(binding: AdapterBinding, conversation: string, said: { id: string; text: string }): Promise<void>
  read(binding: AdapterBinding, conversation: string, after: number): Promise<AssistantEntry[]>
  /** The last entry stored before that time; 0 if there is none. */
  findLast(binding: AdapterBinding, conversation: string, before: Date): Promise<number>
}

export function createAssistantStore(db: Db, world: Pick<World, 'now'>): AssistantStore {
  const agentOf = ({ agentKey }: AdapterBinding) => ({ key: agentKey })
  return {
    append: (binding, conversation, said) =>
      insertAssistantEntry(db, agentOf(binding), { conversation, ...said, at: world.now() }),
    read: (binding, conversation, after) => listAssistantEntries(db, agentOf(binding), conversation, after),
    findLast: (binding, conversation, before) => findLastAssistantEntry(db, agentOf(binding), conversation, before),
  }
}
