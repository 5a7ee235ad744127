import type { ConsentStatus } from '@parley/definition/vocabulary'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ConsentAuthor, ConsentEntry } from './consent.ts'

export type NewConsentEntry = ConsentEntry & { personKey: number }

/** Adds entries to the ledger in one statement. The resulting consent is written with the person. */
export async function insertConsentEntries(
  tx: Db,
  agent: AgentKey,
  entries: readonly NewConsentEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ personKey, status, source, evidence, by, at }) => ({
    person_key: personKey,
    status,
    source,
    evidence,
    by_kind: by.kind,
    by_id: by.id,
    created_at: at,
  }))
  await sql`
    insert into consent_entries (agent_key, person_key, status, source, evidence, by_kind, by_id, created_at)
    select ${agent.key}, * from json_to_recordset(${JSON.stringify(rows)}::json) as row
      (person_key bigint, status text, source text, evidence text, by_kind text, by_id text, created_at timestamptz)
  `.execute(tx)
}

/** Newest first. */
export async function listConsentEntries(
  db: Db,
  agent: AgentKey,
  personKey: number,
  most: number,
): Promise<ConsentEntry[]> {
  const rows = await db
    .selectFrom('consent_entries')
    .select(['status', 'source', 'evidence', 'by_kind', 'by_id', 'created_at'])
    .where('agent_key', '=', agent.key)
    .where('person_key', '=', personKey)
    .orderBy('created_at', 'desc')
    .orderBy('entry', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    status: row.status as ConsentStatus,
    source: row.source ?? undefined,
    evidence: row.evidence ?? undefined,
    by: { kind: row.by_kind as ConsentAuthor['kind'], id: row.by_id ?? undefined },
    at: row.created_at,
  }))
}
