import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ChannelAddress } from '../identities/identity.ts'

export type KnownIdentity = {
  asid: string
  /** The owner, and whether they were seen a moment ago. */
  holder?: { key: number; seenJustNow: boolean }
}

/** Locks the identity against erasure until the transaction ends; it may still be reassigned. */
export async function findKnownIdentity(
  tx: Db,
  agent: AgentKey,
  { channel, address }: ChannelAddress,
  seenSince: Date,
): Promise<KnownIdentity | undefined> {
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

/** Skips a person who is locked: an import may lock a person for minutes. */
export async function updateLastSeen(tx: Db, agent: AgentKey, personKey: number, now: Date): Promise<void> {
  await sql`
    update people set last_seen_at = ${now}
     where agent_key = ${agent.key} and person_key in (
       select person_key from people where agent_key = ${agent.key} and person_key = ${personKey}
          for no key update skip locked)`.execute(tx)
}

/** Serializes newcomers per address, whatever the channel: two concurrent calls would create two people. */
export async function lockAddress(tx: Db, agent: AgentKey, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`arrive ${agent.key} ${address}`}, 0))`.execute(tx)
}

export type NewcomerMatch = {
  /** The identity of the address, locked against erasure until the transaction ends. */
  asid?: string
  isHeld: boolean
  /** Set when exactly one person has this phone. */
  onlyByPhone?: number
  /** The salt of the agent's STOP list, if it exists. */
  salt?: Buffer
}

/**
 * Reads everything needed to create a person in one statement, because people who write for the first time wait for it.
 * A person who writes from elsewhere may have stated any phone number: it counts as theirs only if one of their
 * identities has that address, or if they have no identities and so only operators know them.
 */
export async function findNewcomerMatch(
  tx: Db,
  agent: AgentKey,
  { channel, address }: ChannelAddress,
): Promise<NewcomerMatch> {
  const { rows } = await sql<{ asid: string | null; person_key: number | null; salt: Buffer | null; keys: number[] }>`
    with known as materialized (
      select asid, person_key from identities
       where agent_key = ${agent.key} and channel = ${channel} and address = ${address} for key share)
    select known.asid, known.person_key, (select salt from stop_lists where agent_key = ${agent.key}) as salt,
           array(
             select person_key from people as person
              where agent_key = ${agent.key} and phone = ${address} and (
                exists (select from identities as held
                         where held.agent_key = ${agent.key} and held.person_key = person.person_key
                           and held.address = ${address})
                or not exists (select from identities as held
                                where held.agent_key = ${agent.key} and held.person_key = person.person_key))
              limit 2) as keys
      from (select) as one left join known on true`.execute(tx)
  const [row] = rows
  return {
    asid: row?.asid ?? undefined,
    isHeld: (row?.person_key ?? null) !== null,
    onlyByPhone: row?.keys.length === 1 ? Number(row.keys[0]) : undefined,
    salt: row?.salt ?? undefined,
  }
}
