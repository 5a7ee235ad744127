import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../person/person.ts'
import type { ExportedIdentity, ExportSubject } from './section.ts'

/** Returns everything that an erasure would delete. */
export async function exportIdentities(db: Db, agent: AgentKey, { key }: Person): Promise<ExportedIdentity[]> {
  const { rows } = await sql<ExportedIdentity>`
    select asid, channel, address from identities
     where agent_key = ${agent.key} and (person_key = ${key} or (person_key is null and last_person_key = ${key}))
     order by created_at, asid`.execute(db)
  return rows
}

export async function exportConsent(db: Db, agent: AgentKey, { person }: ExportSubject): Promise<object[]> {
  const { rows } = await sql<object>`
    select created_at as at, status, source, evidence, by_kind as by from consent_entries
     where agent_key = ${agent.key} and person_key = ${person.key} order by created_at, entry`.execute(db)
  return rows
}

export async function exportJournal(db: Db, agent: AgentKey, { person }: ExportSubject): Promise<object[]> {
  const { rows } = await sql<object>`
    select created_at as at, author, text from journal_entries
     where agent_key = ${agent.key} and person_key = ${person.key} order by created_at, entry`.execute(db)
  return rows
}
