import type { Channel } from '@parley/amf'
import { batchPerDatabase } from '../../../../platform/db/batch.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { keyedJoinText } from '../../../../platform/db/keyed-join.ts'
import { runPrepared } from '../../../../platform/db/prepared.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

import type { ChannelAddress, Identity } from '../../identities/identity.ts'
import type { Person } from '../../person/person.ts'
import { columnNames, type PersonRow, toPerson } from '../../person/queries/columns.ts'

/** An identity and its owner; either may be missing. */
export type RecipientRecord = { identity?: Identity; person?: Person }

const personColumns = ['person_key', 'id', 'created_at', ...columnNames].map((name) => `person.${name}`).join(', ')
const columns = `${personColumns}, identity.asid as identity_asid, identity.channel as identity_channel,
  identity.address as identity_address, identity.preferred as identity_preferred,
  (select true from stops as stop
    where stop.agent_key = identity.agent_key and stop.channel = identity.channel
      and stop.address_hash = identity.address_hash) as identity_stopped`
const holder = 'person.agent_key = identity.agent_key and person.person_key = identity.person_key'

/** Includes the STOP list, which outlives identities. */
const byAddresses = defineStatement({
  name: 'recipients_by_address',
  parameters: { agentKeys: 'bigint[]', channels: 'text[]', addresses: 'text[]' },
  text: `
    with wanted as materialized (
      select *, ${keyedJoinText.column}
        from unnest(:agentKeys::bigint[], :channels::text[], :addresses::text[]) with ordinality as w (agent_key, channel, address, n))
    select wanted.n::int as n, ${columns}, (
             select true from stop_lists as list
               join stops as stop on stop.agent_key = list.agent_key and stop.channel = wanted.channel
                and stop.address_hash = sha256(list.salt || convert_to(wanted.channel || chr(10) || wanted.address, 'UTF8'))
              where list.agent_key = wanted.agent_key) as stopped
      from wanted
      left join identities as identity on identity.agent_key = wanted.agent_key
       and identity.channel = wanted.channel and identity.address = wanted.address
      left join people as person on ${holder}
     where ${keyedJoinText.condition('wanted')}`,
})
const byAsids = defineStatement({
  name: 'recipients_by_asid',
  parameters: { agentKeys: 'bigint[]', asids: 'text[]' },
  text: `
    with wanted as materialized (
      select *, ${keyedJoinText.column} from unnest(:agentKeys::bigint[], :asids::text[]) as w (agent_key, asid))
    select wanted.agent_key as of_agent, ${columns} from wanted
      join identities as identity on identity.agent_key = wanted.agent_key and identity.asid = wanted.asid
      left join people as person on ${holder}
     where ${keyedJoinText.condition('wanted')}`,
})
/** The preferred identity if it is on that channel, else the oldest one there. */
const byPerson = defineStatement({
  name: 'recipient_by_person',
  parameters: { agentKey: 'bigint', personId: 'text', channel: 'text' },
  text: `select ${columns} from people as person
           left join lateral (
             select * from identities as held
              where held.agent_key = person.agent_key and held.person_key = person.person_key and held.channel = :channel
              order by held.preferred desc, held.created_at, held.asid limit 1) as identity on true
          where person.agent_key = :agentKey and person.id = :personId`,
})

/** Includes whether the address has a STOP, known or not. */
export type RecipientAtAddress = RecipientRecord & { stopped: boolean }
type AddressLookup = ChannelAddress & { agentKey: number }

/** Batches concurrent lookups into one statement. */
export function findRecipientByAddress(db: Db, agent: AgentKey, at: ChannelAddress): Promise<RecipientAtAddress> {
  return batchedFindByAddress(db, { agentKey: agent.key, ...at })
}

const batchedFindByAddress = batchPerDatabase(findRecipientsByAddresses, { concurrency: 8 })

/** @serves all tenants */
async function findRecipientsByAddresses(db: Db, wanted: AddressLookup[]): Promise<RecipientAtAddress[]> {
  const statement = byAddresses({
    agentKeys: wanted.map(({ agentKey }) => agentKey),
    channels: wanted.map(({ channel }) => channel),
    addresses: wanted.map(({ address }) => address),
  })
  const rows = await runPrepared<RecipientRow & { n: number; stopped: boolean | null }>(db, statement)
  const found = new Map(rows.map((row) => [row.n, { ...toRecipient([row]), stopped: row.stopped === true }]))
  return wanted.map((_, index) => found.get(index + 1) ?? { stopped: false })
}

/** Batches concurrent lookups into one statement, except in a transaction. */
export async function findRecipientByAsid(db: Db, agent: AgentKey, asid: string): Promise<RecipientRecord> {
  const wanted = { agentKey: agent.key, asid }
  return db.isTransaction ? ((await findByAsids(db, [wanted]))[0] as RecipientRecord) : batchedFindByAsid(db, wanted)
}

/** Finds many by asid; missing ones are left out. */
export async function findRecipientsByAsids(
  db: Db,
  agent: AgentKey,
  asids: readonly string[],
): Promise<Map<string, RecipientRecord>> {
  const found = await findByAsids(
    db,
    asids.map((asid) => ({ agentKey: agent.key, asid })),
  )
  return new Map(found.flatMap((one) => (one.identity ? [[one.identity.asid, one] as const] : [])))
}

type AsidLookup = { agentKey: number; asid: string }

const batchedFindByAsid = batchPerDatabase(findByAsids, { concurrency: 8 })

/** @serves all tenants */
async function findByAsids(db: Db, wanted: AsidLookup[]): Promise<RecipientRecord[]> {
  const nameOf = (agentKey: number, asid: string) => `${agentKey} ${asid}`
  const distinct = [...new Map(wanted.map((one) => [nameOf(one.agentKey, one.asid), one])).values()]
  const statement = byAsids({
    agentKeys: distinct.map(({ agentKey }) => agentKey),
    asids: distinct.map(({ asid }) => asid),
  })
  const rows = await runPrepared<RecipientRow & { of_agent: number }>(db, statement)
  const found = new Map(rows.map((row) => [nameOf(row.of_agent, row.identity_asid as string), toRecipient([row])]))
  return wanted.map(({ agentKey, asid }) => found.get(nameOf(agentKey, asid)) ?? {})
}

export async function findRecipientByPerson(
  db: Db,
  agent: AgentKey,
  { personId, channel }: { personId: string; channel: Channel },
): Promise<RecipientRecord> {
  return toRecipient(await runPrepared<RecipientRow>(db, byPerson({ agentKey: agent.key, personId, channel })))
}

/** Columns are null where a left join found nothing. */
type RecipientRow = PersonRow & {
  identity_asid: string | null
  identity_channel: string
  identity_address: string
  identity_preferred: boolean
  identity_stopped: boolean | null
}

function toRecipient([row]: RecipientRow[]): RecipientRecord {
  if (!row) return {}
  const person = row.id === null ? undefined : toPerson(row)
  if (row.identity_asid === null) return { person }
  const identity: Identity = {
    asid: row.identity_asid,
    channel: row.identity_channel as Channel,
    address: row.identity_address,
    preferred: row.identity_preferred,
    optedOut: row.identity_stopped === true,
    ...(person && { personKey: person.key }),
  }
  return { person, identity }
}
