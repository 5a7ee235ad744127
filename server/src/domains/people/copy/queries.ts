import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../person/person.ts'
import type { HeldIdentity, Whose } from './section.ts'

/** All that an erasure would reach. */
export async function identitiesToCopy(db: Db, agent: AgentKey, { key }: Person): Promise<HeldIdentity[]> {
  const { rows } = await sql<HeldIdentity>`
    select asid, channel, address from identities
     where agent_key = ${agent.key} and (person_key = ${key} or (person_key is null and last_person_key = ${key}))
     order by created_at, asid`.execute(db)
  return rows
}

export async function consentToCopy(db: Db, agent: AgentKey, { person }: Whose): Promise<object[]> {
  const { rows } = await sql<object>`
    select created_at as at, status, source, evidence, by_kind as by from consent_entries
     where agent_key = ${agent.key} and person_key = ${person.key} order by created_at, entry`.execute(db)
  return rows
}

export async function journalToCopy(db: Db, agent: AgentKey, { person }: Whose): Promise<object[]> {
  const { rows } = await sql<object>`
    select created_at as at, author, text from journal_entries
     where agent_key = ${agent.key} and person_key = ${person.key} order by created_at, entry`.execute(db)
  return rows
}
