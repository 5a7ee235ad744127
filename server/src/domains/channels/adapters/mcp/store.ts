import type { Db } from '../../../../platform/db/database.ts'
import type { World } from '../../../../platform/world.ts'
import type { Bound } from '../../adapter.ts'
import { findLastEntry, insertEntry, selectEntries } from './queries.ts'

/** What the agent has said; `entry` counts up. */
export type AssistantEntry = { entry: number; text: string; at: Date }

/** Where answers wait for the assistant, which cannot be called. */
export type AssistantStore = {
  /** A repeat of the same id is ignored. */
  keep(binding: Bound, conversation: string, said: { id: string; text: string }): Promise<void>
  read(binding: Bound, conversation: string, after: number): Promise<AssistantEntry[]>
  /** The last that was kept before then; 0 where there is none. */
  last(binding: Bound, conversation: string, before: Date): Promise<number>
}

export function assistantStore(db: Db, world: Pick<World, 'now'>): AssistantStore {
  const agentOf = ({ agentKey }: Bound) => ({ key: agentKey })
  return {
    keep: (binding, conversation, said) =>
      insertEntry(db, agentOf(binding), { conversation, ...said, at: world.now() }),
    read: (binding, conversation, after) => selectEntries(db, agentOf(binding), conversation, after),
    last: (binding, conversation, before) => findLastEntry(db, agentOf(binding), conversation, before),
  }
}
