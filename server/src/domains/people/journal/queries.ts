import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { JournalAuthor, JournalEntry } from './journal.ts'

export type NewJournalEntry = { author: JournalAuthor; text: string; at: Date }

export async function insertJournalEntry(
  tx: Db,
  agent: AgentKey,
  personKey: number,
  { author, text, at }: NewJournalEntry,
): Promise<void> {
  const entry = { agent_key: agent.key, person_key: personKey, author, text, created_at: at }
  await tx.insertInto('journal_entries').values(entry).execute()
}

/** Newest first, by time: after a merge, entry numbers no longer reflect the order. */
export async function listJournalEntries(
  db: Db,
  agent: AgentKey,
  personKey: number,
  page: PageQuery,
): Promise<ListPage<JournalEntry>> {
  const entries = db
    .selectFrom('journal_entries')
    .select(['entry', 'author', 'text', 'created_at'])
    .where('agent_key', '=', agent.key)
    .where('person_key', '=', personKey)
  const rows = await pageNewestFirst(entries, page, { at: 'created_at', id: 'entry', ids: /^\d{1,18}$/ }).execute()
  return toListPage(
    rows,
    page.limit,
    (row) => ({ at: row.created_at, id: String(row.entry) }),
    (row) => ({ at: row.created_at.toISOString(), author: row.author as JournalAuthor, text: row.text }),
  )
}
