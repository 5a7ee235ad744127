import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ChannelAddress } from '../identities/address.ts'

export type Known = {
  asid: string
  /** Whoever holds it, and whether they were seen a moment ago. */
  holder?: { key: number; seenJustNow: boolean }
}

/** Keeps the identity from being erased until the transaction ends; it may still change hands. */
export async function findKnown(
  tx: Db,
  agent: AgentKey,
  { channel, address }: ChannelAddress,
  seenSince: Date,
): Promise<Known | undefined> {
  const { rows } = await sql<{ asid: string; person_key: number | null; seen: boolean | null }>`
    select identity.asid, identity.person_key, person.last_seen_at >= ${seenSince} as seen
      from identities as identity
      left join people as person
        on person.agent_key = identity.agent_key and person.person_key = identity.person_key
     where identity.agent_key = ${agent.key} and identity.channel = ${channel} and identity.address = ${address}
       for key share of identity`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const holder = row.person_key === null ? undefined : { key: row.person_key, seenJustNow: row.seen === true }
  return { asid: row.asid, holder }
}

/** Whoever is being changed just now is passed over: an import may hold a person for minutes. */
export async function noteSeen(tx: Db, agent: AgentKey, personKey: number, now: Date): Promise<void> {
  await sql`
    update people set last_seen_at = ${now}
     where agent_key = ${agent.key} and person_key in (
       select person_key from people where agent_key = ${agent.key} and person_key = ${personKey}
          for no key update skip locked)`.execute(tx)
}

/** One newcomer of an address at a time, whatever the channel: two calls would make two people of them. */
export async function waitForTurn(tx: Db, agent: AgentKey, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`arrive ${agent.key} ${address}`}, 0))`.execute(tx)
}

/**
 * The only one with this phone. Somebody who writes from elsewhere may have told us any number: they are taken for its
 * owner only once an identity has shown it, or as long as they are known to operators alone.
 */
export async function findOnlyByPhone(tx: Db, agent: AgentKey, phone: string): Promise<number | undefined> {
  const rows = await tx
    .selectFrom('people')
    .select('person_key')
    .where('agent_key', '=', agent.key)
    .where('phone', '=', phone)
    .where(sql<boolean>`(
      exists (select from identities i where i.agent_key = people.agent_key and i.person_key = people.person_key and i.address = ${phone})
      or not exists (select from identities i where i.agent_key = people.agent_key and i.person_key = people.person_key))`)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]?.person_key : undefined
}
