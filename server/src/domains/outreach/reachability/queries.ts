import type { Channel } from '@parley/amf'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ChannelContact, ContactIdentity, ContactState, StopRecord } from './facts.ts'

/** Reads the contact data of these people in one statement, by id; people who no longer exist are missing. */
export async function readContactStates(
  db: Db,
  agent: AgentKey,
  personIds: readonly string[],
): Promise<Map<string, ContactState>> {
  const { rows } = await sql<ContactStateRow>`
    select person.id, person.person_key, person.consent_status, person.consent_updated_at, person.consent_source,
           identity.asid, identity.channel, identity.stopped_at, identity.beside_stopped_at,
           capability.capable, capability.checked_at, touch.id as touch_id, touch.at as touched_at,
           talk.last_inbound_at, coalesce(talk.is_held, false) as is_held
      from people as person
      left join lateral (
        select max(c.last_inbound_at) as last_inbound_at, bool_or(c.desk_state is not distinct from 'human') as is_held
          from identities as held
          join conversations as c on c.agent_key = held.agent_key and c.asid = held.asid
         where held.agent_key = ${agent.key} and held.person_key = person.person_key) as talk on true
      left join lateral (${selectContactIdentity(agent, sql`i.channel = 'rcs'`)}) as identity on true
      left join capabilities as capability on capability.agent_key = ${agent.key} and capability.asid = identity.asid
      left join lateral (
        select id, coalesce(sent_at, queued_at) as at from sends
         where agent_key = ${agent.key} and person_id = person.id and class = 'marketing'
           and state in ('queued', 'sent') and not sandbox
         order by coalesce(sent_at, queued_at) desc limit 1) as touch on true
     where person.agent_key = ${agent.key} and person.id = any(${personIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.id, toContactState(row)]))
}

/**
 * Returns one identity of a person and the time of their last message there; without an asid, the default outbound
 * identity.
 */
export async function findContactIdentity(
  db: Db,
  agent: AgentKey,
  { personKey, asid }: { personKey: number; asid?: string },
): Promise<(ContactIdentity & { lastInboundAt?: Date }) | undefined> {
  const isMeant = asid === undefined ? sql`true` : sql`i.asid = ${asid}`
  const { rows } = await sql<ContactIdentityRow & { last_inbound_at: Date | null }>`
    select identity.*, c.last_inbound_at from (values (${personKey}::bigint)) as person (person_key)
      join lateral (${selectContactIdentity(agent, isMeant)}) as identity on true
      left join conversations as c on c.agent_key = ${agent.key} and c.asid = identity.asid`.execute(db)
  const [row] = rows
  return row && { ...toContactIdentity(row), lastInboundAt: row.last_inbound_at ?? undefined }
}

/** Reads the identity of a person on each of these channels, in their order; channels without one are left out. */
export async function readChannelContacts(
  db: Db,
  agent: AgentKey,
  { personKey, channels }: { personKey: number; channels: readonly Channel[] },
): Promise<ChannelContact[]> {
  return (await readContactsByPerson(db, agent, { personKeys: [personKey], channels })).get(personKey) ?? []
}

/** The same for many people in one statement, by their keys. */
export async function readContactsByPerson(
  db: Db,
  agent: AgentKey,
  { personKeys, channels }: { personKeys: readonly number[]; channels: readonly Channel[] },
): Promise<Map<number, ChannelContact[]>> {
  const { rows } = await sql<ChannelContactRow>`
    select person.person_key, identity.*, c.last_inbound_at, capability.capable, capability.checked_at
      from unnest(${personKeys}::bigint[]) as person (person_key)
     cross join unnest(${channels}::text[]) with ordinality as wanted (channel, n)
      join lateral (${selectContactIdentity(agent, sql`i.channel = wanted.channel`)}) as identity on true
      left join conversations as c on c.agent_key = ${agent.key} and c.asid = identity.asid
      left join capabilities as capability on capability.agent_key = ${agent.key} and capability.asid = identity.asid
     order by wanted.n`.execute(db)
  const contacts = new Map<number, ChannelContact[]>()
  for (const row of rows) {
    const contact = {
      ...toContactIdentity(row),
      lastInboundAt: row.last_inbound_at ?? undefined,
      ...(row.capable !== null && row.checked_at && { capable: { value: row.capable, checkedAt: row.checked_at } }),
    }
    const known = contacts.get(row.person_key)
    if (known) known.push(contact)
    else contacts.set(row.person_key, [contact])
  }
  return contacts
}

type ChannelContactRow = ContactIdentityRow & {
  person_key: number
  last_inbound_at: Date | null
  capable: boolean | null
  checked_at: Date | null
}

/**
 * Selects the matching identity of `person`: the preferred one, else the oldest. Looks up STOPs one by one, since a
 * join might scan those of all people.
 */
function selectContactIdentity(agent: AgentKey, isSo: RawBuilder<unknown>) {
  return sql`
    select found.asid, found.channel, found.stopped_at, ${siblingStoppedAt} as beside_stopped_at
      from (select i.*, (
              select stop.created_at from stops as stop
               where stop.agent_key = i.agent_key and stop.channel = i.channel and stop.address_hash = i.address_hash
            ) as stopped_at
              from identities as i
             where i.agent_key = ${agent.key} and i.person_key = person.person_key and ${isSo}
             order by i.preferred desc, i.created_at, i.asid limit 1) as found`
}

const siblingChannel = sql`case found.channel when 'rcs' then 'sms' when 'sms' then 'rcs' end`

/** A STOP on the sibling channel of the number. */
const siblingStoppedAt = sql`(
  select stop.created_at from stops as stop join stop_lists as list on list.agent_key = stop.agent_key
   where stop.agent_key = found.agent_key and stop.channel = ${siblingChannel}
     and stop.address_hash = sha256(list.salt || convert_to(${siblingChannel} || chr(10) || found.address, 'UTF8')))`

type ContactIdentityRow = { asid: string; channel: string; stopped_at: Date | null; beside_stopped_at: Date | null }
type ContactStateRow = { [Column in keyof ContactIdentityRow]: ContactIdentityRow[Column] | null } & {
  id: string
  person_key: number
  consent_status: string
  consent_updated_at: Date | null
  consent_source: string | null
  capable: boolean | null
  checked_at: Date | null
  touch_id: string | null
  touched_at: Date | null
  last_inbound_at: Date | null
  is_held: boolean
}

function toContactIdentity({ asid, channel, stopped_at, beside_stopped_at }: ContactIdentityRow): ContactIdentity {
  const own = channel as Channel
  const stops: StopRecord[] = []
  if (stopped_at) stops.push({ channel: own, at: stopped_at })
  if (beside_stopped_at) stops.push({ channel: own === 'rcs' ? 'sms' : 'rcs', at: beside_stopped_at })
  return { asid, channel: own, optedOut: stopped_at !== null, stopped: stops.length > 0, stops }
}

function toContactState(row: ContactStateRow): ContactState {
  const { consent_status, consent_updated_at, consent_source, capable, checked_at, touch_id, touched_at } = row
  return {
    personId: row.id,
    personKey: row.person_key,
    consent: {
      status: consent_status as ContactState['consent']['status'],
      updatedAt: consent_updated_at ?? undefined,
      source: consent_source ?? undefined,
    },
    identity:
      row.asid === null
        ? undefined
        : {
            ...toContactIdentity(row as ContactIdentityRow),
            ...(capable !== null && checked_at && { capable: { value: capable, checkedAt: checked_at } }),
          },
    lastTouch: touch_id !== null && touched_at ? { sendId: touch_id, at: touched_at } : undefined,
    lastInboundAt: row.last_inbound_at ?? undefined,
    isHeldByMember: row.is_held,
  }
}
