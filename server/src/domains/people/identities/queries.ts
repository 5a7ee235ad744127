import { type Channel, channels } from '@parley/amf'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ErasedIdentity } from '../deps.ts'
import type { Person } from '../person/person.ts'
import { toPerson } from '../person/queries/columns.ts'
import { selectPeople } from '../person/queries.ts'

import { type ChannelAddress, type Identity, type IdentityResponse, serializeIdentity } from './identity.ts'

/** Oldest first, by person key. */
export async function listIdentitiesByPerson(
  db: Db,
  agent: AgentKey,
  personKeys: readonly number[],
): Promise<Map<number, IdentityResponse[]>> {
  const found = new Map(personKeys.map((key): [number, IdentityResponse[]] => [key, []]))
  if (personKeys.length === 0) return found
  const rows = await withStops(db, agent)
    .where(sql<boolean>`identity.person_key = any(${personKeys}::bigint[])`)
    .orderBy('identity.created_at')
    .orderBy('identity.asid')
    .execute()
  for (const row of rows) found.get(row.person_key as number)?.push(serializeIdentity(toIdentity(row)))
  return found
}

export async function findIdentityByAsid(db: Db, agent: AgentKey, asid: string): Promise<Identity | undefined> {
  const row = await withStops(db, agent).where('identity.asid', '=', asid).executeTakeFirst()
  return row && toIdentity(row)
}

export async function findIdentityByAddress(
  db: Db,
  agent: AgentKey,
  at: ChannelAddress,
): Promise<Identity | undefined> {
  const row = await withStops(db, agent)
    .where('identity.channel', '=', at.channel)
    .where('identity.address', '=', at.address)
    .executeTakeFirst()
  return row && toIdentity(row)
}

export async function findPersonByAsid(db: Db, agent: AgentKey, asid: string): Promise<Person | undefined> {
  const holder = db
    .selectFrom('identities')
    .select('person_key')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
  const row = await selectPeople(db, agent).where('person_key', '=', holder).executeTakeFirst()
  return row && toPerson(row)
}

/** Returns the people who own any of these identities, without duplicates. */
export async function findPeopleByAsids(db: Db, agent: AgentKey, asids: readonly string[]): Promise<Person[]> {
  const holders = db
    .selectFrom('identities')
    .select('person_key')
    .where('agent_key', '=', agent.key)
    .where(sql<boolean>`asid = any(${asids}::text[])`)
  const rows = await selectPeople(db, agent).where('person_key', 'in', holders).execute()
  return rows.map(toPerson)
}

export async function findHolderIds(db: Db, agent: AgentKey, asids: readonly string[]): Promise<string[]> {
  if (asids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct person.id
      from identities as identity join people as person on person.agent_key = ${agent.key} and person.person_key = identity.person_key
     where identity.agent_key = ${agent.key} and identity.asid = any(${asids}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

export type NewIdentity = ChannelAddress & {
  asid: string
  hash: Buffer
  personKey: number
  /** It becomes the preferred one if the person has none. */
  first: boolean
}

/**
 * Inserts identities in one statement and returns the asids of those whose address was new. Inserts in a fixed order,
 * so two transactions with the same addresses cannot deadlock.
 */
export async function insertIdentities(
  tx: Db,
  agent: AgentKey,
  identities: readonly NewIdentity[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ asid: string }>`
    insert into identities (agent_key, asid, channel, address, address_hash, person_key, preferred, created_at)
    select ${agent.key}, row.asid, row.channel, row.address, row.hash, row.person_key,
           row.first and held.preferred is null, ${now}
      from unnest(
        ${identities.map(({ asid }) => asid)}::text[],
        ${identities.map(({ channel }) => channel)}::text[],
        ${identities.map(({ address }) => address)}::text[],
        ${identities.map(({ hash }) => hash)}::bytea[],
        ${identities.map(({ personKey }) => personKey)}::bigint[],
        ${identities.map(({ first }) => first)}::boolean[]
      ) with ordinality as row (asid, channel, address, hash, person_key, first, place)
      left join lateral (
        select preferred from identities
         where agent_key = ${agent.key} and person_key = row.person_key and preferred limit 1) as held on true
     order by row.channel, row.address, row.place
    on conflict (agent_key, channel, address) do nothing
    returning asid`.execute(tx)
  return new Set(rows.map(({ asid }) => asid))
}

export type ExistingAddress = ChannelAddress & { asid: string; personKey?: number }

export async function findExistingAddresses(
  tx: Db,
  agent: AgentKey,
  at: readonly ChannelAddress[],
): Promise<ExistingAddress[]> {
  const { rows } = await sql<Pick<IdentityRow, 'asid' | 'channel' | 'address' | 'person_key'>>`
    select asid, channel, address, person_key from identities
     where agent_key = ${agent.key} and (channel, address) in (
       select * from unnest(${at.map(({ channel }) => channel)}::text[], ${at.map(({ address }) => address)}::text[]))
    `.execute(tx)
  return rows.map(({ asid, channel, address, person_key }) => ({
    asid,
    channel: channel as Channel,
    address,
    personKey: person_key ?? undefined,
  }))
}

/** Returns the unassigned ones among them, locked until the transaction ends. */
export async function lockUnheldIdentities(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<Set<string>> {
  if (asids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('identities')
    .select('asid')
    .where('agent_key', '=', agent.key)
    .where(sql<boolean>`asid = any(${asids}::text[])`)
    .where('person_key', 'is', null)
    .orderBy('asid')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ asid }) => asid))
}

/** Assigns identities to people, or unassigns them, and clears their preferred flag. */
export async function assignIdentities(
  tx: Db,
  agent: AgentKey,
  assigned: readonly { asid: string; personKey: number | null }[],
  now: Date,
): Promise<void> {
  if (assigned.length === 0) return
  await sql`
    update identities
       set person_key = row.person_key, preferred = false, created_at = ${now},
           last_person_key = case when row.person_key is null then identities.person_key end
      from unnest(
        ${assigned.map(({ asid }) => asid)}::text[],
        ${assigned.map(({ personKey }) => personKey)}::bigint[]
      ) as row (asid, person_key)
     where identities.agent_key = ${agent.key} and identities.asid = row.asid`.execute(tx)
}

/** The identity keeps its asid, and with it its conversation. */
export async function renameIdentity(
  tx: Db,
  agent: AgentKey,
  { asid, address, hash }: { asid: string; address: string; hash: Buffer },
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ address, address_hash: hash })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

/** Moves all identities of one person to another, who keeps their own preferred one. */
export async function reassignIdentities(tx: Db, agent: AgentKey, join: { from: Person; into: Person }): Promise<void> {
  await sql`
    update identities
       set person_key = ${join.into.key},
           preferred = preferred and not exists (
             select from identities as held
              where held.agent_key = ${agent.key} and held.person_key = ${join.into.key} and held.preferred)
     where agent_key = ${agent.key} and person_key = ${join.from.key}`.execute(tx)
  await sql`
    update identities set last_person_key = ${join.into.key}
     where agent_key = ${agent.key} and person_key is null and last_person_key = ${join.from.key}`.execute(tx)
}

/** Locks everything that an erasure deletes; waits for a message being received there, and blocks new ones. */
export async function lockIdentitiesToErase(tx: Db, agent: AgentKey, { key }: Person): Promise<ErasedIdentity[]> {
  const { rows } = await sql<ErasedIdentity>`
    select asid, channel, address from identities
     where agent_key = ${agent.key} and (person_key = ${key} or (person_key is null and last_person_key = ${key}))
     order by asid for update`.execute(tx)
  return rows
}

/** Deletes identities that the person held last and no one has since; current ones cascade with the person. */
export async function deleteOrphanedIdentities(tx: Db, agent: AgentKey, { key }: Person): Promise<void> {
  await tx
    .deleteFrom('identities')
    .where('agent_key', '=', agent.key)
    .where('person_key', 'is', null)
    .where('last_person_key', '=', key)
    .execute()
}

export async function preferIdentity(tx: Db, agent: AgentKey, person: Person, asid: string): Promise<void> {
  const theirs = tx.updateTable('identities').where('agent_key', '=', agent.key).where('person_key', '=', person.key)
  // In two steps, so there are never two preferred ones at once.
  await theirs.set({ preferred: false }).where('preferred', '=', true).execute()
  await theirs.set({ preferred: true }).where('asid', '=', asid).execute()
}

export async function preferOldestIdentity(tx: Db, agent: AgentKey, personKeys: readonly number[]): Promise<void> {
  await sql`
    update identities set preferred = true
     where agent_key = ${agent.key} and asid in (
       select distinct on (person_key) asid from identities as held
        where agent_key = ${agent.key} and person_key = any(${personKeys}::bigint[]) and not exists (
          select from identities as other
           where other.agent_key = held.agent_key and other.person_key = held.person_key and other.preferred)
        order by person_key, created_at, asid)`.execute(tx)
}

export async function listHeldChannels(
  tx: Db,
  agent: AgentKey,
  personKeys: readonly number[],
): Promise<Map<number, Channel[]>> {
  const { rows } = await sql<{ person_key: number; channels: string[] }>`
    select person_key, array_agg(distinct channel) as channels from identities
     where agent_key = ${agent.key} and person_key = any(${personKeys}::bigint[])
     group by person_key`.execute(tx)
  return new Map(rows.map((row) => [row.person_key, channels.filter((channel) => row.channels.includes(channel))]))
}

type IdentityRow = Selectable<Tables['identities']>

function withStops(db: Db, agent: AgentKey) {
  return db
    .selectFrom('identities as identity')
    .leftJoin('stops as stop', (join) =>
      join
        .onRef('stop.agent_key', '=', 'identity.agent_key')
        .onRef('stop.channel', '=', 'identity.channel')
        .onRef('stop.address_hash', '=', 'identity.address_hash'),
    )
    .select(['identity.person_key', 'identity.asid', 'identity.channel', 'identity.address', 'identity.preferred'])
    .select((row) => row('stop.created_at', 'is not', null).as('opted_out'))
    .where('identity.agent_key', '=', agent.key)
}

type StoppedRow = Pick<IdentityRow, 'person_key' | 'asid' | 'channel' | 'address' | 'preferred'> & {
  opted_out: unknown
}

function toIdentity({ asid, channel, address, person_key, preferred, opted_out }: StoppedRow): Identity {
  return {
    asid,
    channel: channel as Channel,
    address,
    personKey: person_key ?? undefined,
    preferred,
    optedOut: Boolean(opted_out),
  }
}
