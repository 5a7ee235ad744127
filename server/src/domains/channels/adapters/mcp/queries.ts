import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey as WholeKey } from '../../../../platform/http/route.ts'
import type { AssistantEntry } from './send.ts'

/** The only part of the agent key that an adapter sees. */
type AgentKey = Pick<WholeKey, 'key'>

export type NewAssistantEntry = { conversation: string; id: string; text: string; at: Date }

/** Ignores repeats. */
export async function insertAssistantEntry(
  db: Db,
  agent: AgentKey,
  { id, ...entry }: NewAssistantEntry,
): Promise<void> {
  await db
    .insertInto('assistant_entries')
    .values({ agent_key: agent.key, entry_id: id, ...entry })
    .onConflict((conflict) => conflict.columns(['agent_key', 'conversation', 'entry_id']).doNothing())
    .execute()
}

const maxAtOnce = 100

/** In the order in which the agent sent them. */
export async function listAssistantEntries(
  db: Db,
  agent: AgentKey,
  conversation: string,
  after: number,
): Promise<AssistantEntry[]> {
  return db
    .selectFrom('assistant_entries')
    .select(['entry', 'text', 'at'])
    .where('agent_key', '=', agent.key)
    .where('conversation', '=', conversation)
    .where('entry', '>', after)
    .orderBy('entry')
    .limit(maxAtOnce)
    .execute()
}

/** The last entry stored before that time; 0 if there is none. */
export async function findLastAssistantEntry(
  db: Db,
  agent: AgentKey,
  conversation: string,
  before: Date,
): Promise<number> {
  const row = await db
    .selectFrom('assistant_entries')
    .select((entries) => entries.fn.max('entry').as('last'))
    .where('agent_key', '=', agent.key)
    .where('conversation', '=', conversation)
    .where('at', '<', before)
    .executeTakeFirst()
  return row?.last ?? 0
}

export async function deleteAssistantEntries(tx: Db, agent: AgentKey, conversations: readonly string[]): Promise<void> {
  if (conversations.length === 0) return
  await tx
    .deleteFrom('assistant_entries')
    .where('agent_key', '=', agent.key)
    .where('conversation', 'in', conversations)
    .execute()
}

const retentionDays = 30

/** @serves all tenants */
export async function deleteOldAssistantEntries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await db.deleteFrom('assistant_entries').where('at', '<', before).execute()
}
