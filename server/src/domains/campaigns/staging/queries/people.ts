import type { Channel } from '@parley/amf'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { audiences } from '../../../people/index.ts'
import type { ExclusionReason } from '../../campaign.ts'
import type { AudienceChunk } from '../audience.ts'

export async function countAudiencePeople(db: Db, agent: AgentKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from people where agent_key = ${agent.key}`.execute(db)
  return rows[0]?.count ?? 0
}

const idBatchSize = 5_000

/** Returns the keys of those of these people that exist, sorted. */
export async function findPersonKeys(db: Db, agent: AgentKey, ids: readonly string[]): Promise<number[]> {
  const keys: number[] = []
  for (let at = 0; at < ids.length; at += idBatchSize) {
    const some = ids.slice(at, at + idBatchSize)
    const { rows } = await withIndexPlans(db, (tx) =>
      sql<{ key: number }>`
        select key from unnest(${some}::text[]) as wanted (id)
         cross join lateral (
           select person_key as key from people where agent_key = ${agent.key} and people.id = wanted.id offset 0
         ) as one`.execute(tx),
    )
    for (const { key } of rows) keys.push(key)
  }
  return keys.sort((one, other) => one - other)
}

export async function nextKeyRange(
  db: Db,
  agent: AgentKey,
  { after, most }: { after: number; most: number },
): Promise<{ upTo: number; people: number } | undefined> {
  const { rows } = await withIndexPlans(db, (tx) =>
    sql<{ upTo: number | null; people: number }>`
      select max(person_key) as "upTo", count(*) as people
        from (select person_key from people where agent_key = ${agent.key} and person_key > ${after}
               order by person_key limit ${most}) as next`.execute(tx),
  )
  const [next] = rows
  return next && next.upTo !== null ? { upTo: next.upTo, people: next.people } : undefined
}

export type RecipientChecks = {
  /** Excludes people who were sent anything before. */
  onlyNew: boolean
  /** Excludes people who were sent a marketing message after this time. */
  touchedAfter?: Date
  /** In order of preference. */
  channels: readonly ChannelCheck[]
  reads: readonly string[]
}

export type ChannelCheck = {
  channel: Channel
  /** Whether the channel has a binding that can send. */
  hasRoute: boolean
  /** Only people who wrote after this time can be reached without a template; absent if all can. */
  wroteAfter?: Date
  /** A number that was found incapable after this time is passed over; absent if that is not known of the channel. */
  incapableAfter?: Date
}

export type CheckQuery = { piece: AudienceChunk; filter?: Readonly<Record<string, unknown>>; checks: RecipientChecks }

/**
 * Selects people with the result of every check, `nth` in key order. Reports the first reason and skips the later
 * checks. Missing template values rank before a STOP and are decided elsewhere, from `filled`. Looks up sends and STOPs
 * one by one: a join, or `exists`, might scan those of all people.
 */
export function selectCheckedPeople(agent: AgentKey, { piece, filter, checks }: CheckQuery): RawBuilder<unknown> {
  const isMeant = filter ? sql`cross join lateral ${audiences.matchesFilterSql(filter)}` : sql``
  return sql`
    select person_key as nth, looked.id as person_id, asid, channel, reason, filled,
           reason is null and ${isStopped(agent, 'looked')} as stopped
      from (select person.person_key, person.id, identity.asid, identity.channel, identity.address, identity.address_hash,
                   ${exclusionReasonSql(agent, checks)} as reason, ${fillMaskSql(checks.reads)} as filled
              from (${selectPeopleOf(agent, piece)}) as person
              ${isMeant}
              left join lateral (${selectIdentity(agent, checks)}) as identity on true
            offset 0) as looked`
}

const plannerSettings = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin', 'material'].map(
  (name) => `enable_${name}`,
)

/**
 * Applies to the rest of the transaction. With stale statistics on freshly filled tables, PostgreSQL would scan them in
 * full for every chunk. It also turns off synchronous commit for chunks; the end of the staging flushes them all.
 */
export const forceIndexPlans = sql`select set_config('plan_cache_mode', 'force_custom_plan', true), ${sql.join(
  ['synchronous_commit', ...plannerSettings].map((name) => sql`set_config(${name}, 'off', true)`),
)}`

/** @serves all tenants */
function withIndexPlans<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await forceIndexPlans.execute(tx)
    return act(tx)
  })
}

/** Looks up each key separately: given a list of keys, the planner prefers to scan an index over all people. */
function selectPeopleOf(agent: AgentKey, piece: AudienceChunk): RawBuilder<unknown> {
  const people = sql`select * from people where agent_key = ${agent.key}`
  if ('after' in piece) return sql`${people} and person_key > ${piece.after} and person_key <= ${piece.upTo} offset 0`
  return sql`
    select one.* from unnest(${piece.keys}::bigint[]) as wanted (key)
     cross join lateral (${people} and person_key = wanted.key offset 0) as one offset 0`
}

/**
 * As for every Outreach: the first channel that reaches the person, else the first on which they have an identity; on
 * it the preferred identity, else the oldest one. `block` is why that channel does not reach them.
 */
function selectIdentity(agent: AgentKey, { channels }: RecipientChecks): RawBuilder<unknown> {
  const [only] = channels
  if (channels.length === 1 && only) return sql`select * from (${selectOnChannel(agent, only, 0)}) as way`
  const ways = channels.map((check, index) => sql`(${selectOnChannel(agent, check, index)})`)
  return sql`
    select way.* from (${sql.join(ways, sql` union all `)}) as way
     order by way.block is null and not way.incapable and not ${isStopped(agent, 'way')} desc, way.n limit 1`
}

function selectOnChannel(agent: AgentKey, check: ChannelCheck, index: number): RawBuilder<unknown> {
  const { channel, hasRoute, wroteAfter, incapableAfter } = check
  const lacksTemplate = wroteAfter
    ? sql`not coalesce((select c.last_inbound_at > ${wroteAfter} from conversations as c
                         where c.agent_key = i.agent_key and c.asid = i.asid), false)`
    : sql`false`
  const incapable = incapableAfter
    ? sql`coalesce((select not known.capable from capabilities as known
                     where known.agent_key = i.agent_key and known.asid = i.asid and known.checked_at > ${incapableAfter}), false)`
    : sql`false`
  return sql`
    select ${sql.lit(index)}::int as n, i.asid, i.channel, i.address, i.address_hash, ${incapable} as incapable,
           case when not ${hasRoute}::boolean then 'channel-unresolved' when ${lacksTemplate} then 'no-template' end as block
      from identities as i
     where i.agent_key = ${agent.key} and i.person_key = person.person_key and i.channel = ${channel}
     order by i.preferred desc, i.created_at, i.asid limit 1`
}

function exclusionReasonSql(agent: AgentKey, { onlyNew, touchedAfter }: RecipientChecks): RawBuilder<unknown> {
  const reasons: [ExclusionReason, RawBuilder<unknown> | undefined][] = [
    ['no-consent', sql`person.consent_status <> 'granted'`],
    ['previously-contacted', onlyNew ? anySend(agent, sql`state = 'sent'`) : undefined],
    ['frequency-gated', touchedAfter && anySend(agent, isTouch(touchedAfter))],
    ['no-channel-identity', sql`identity.asid is null`],
    ['channel-unresolved', sql`identity.block = 'channel-unresolved'`],
    ['no-template', sql`identity.block = 'no-template'`],
  ]
  const cases = reasons.flatMap(([reason, holds]) => (holds ? [sql`when ${holds} then ${reason}`] : []))
  return sql`case ${sql.join(cases, sql` `)} end`
}

const isTouch = (after: Date) => sql`
  class = 'marketing' and state in ('queued', 'sent') and coalesce(sent_at, queued_at) > ${after}`

const anySend = (agent: AgentKey, isSo: RawBuilder<unknown>) => sql`(
  select true from sends where agent_key = ${agent.key} and person_id = person.id and not sandbox and not is_test and ${isSo} limit 1)`

/** A STOP on the identity itself, or on the sibling channel of its number: rcs and sms are siblings. */
function isStopped(agent: AgentKey, of: 'looked' | 'way'): RawBuilder<unknown> {
  const [channel, address, hash] = ['channel', 'address', 'address_hash'].map((name) => sql.ref(`${of}.${name}`))
  const sibling = sql`case ${channel} when 'rcs' then 'sms' when 'sms' then 'rcs' end`
  const stop = (channel: RawBuilder<unknown>, hash: RawBuilder<unknown>) => sql`coalesce((
    select true from stops where agent_key = ${agent.key} and channel = ${channel} and address_hash = ${hash} limit 1), false)`
  const salt = sql`(select salt from stop_lists where agent_key = ${agent.key})`
  const beside = sql`sha256(${salt} || convert_to(${sibling} || chr(10) || ${address}, 'UTF8'))`
  return sql`(${stop(sql`${channel}`, sql`${hash}`)} or ${stop(sibling, beside)})`
}

const customFieldPrefix = 'customFields.'

/** The text fields of a person; other fields fill no slot. */
const columns: Readonly<Record<string, string>> = {
  id: 'id',
  fullName: 'full_name',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  company: 'company',
  title: 'title',
  status: 'status',
  source: 'source',
  notes: 'notes',
  assignedRepresentativeId: 'assigned_representative_id',
  timezone: 'timezone',
}

/** The characters that JavaScript's `trim` removes. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Builds the mask that `SlotRequirements.isBlocked` reads. */
function fillMaskSql(reads: readonly string[]): RawBuilder<unknown> {
  const signs = reads.map((path) => sql`(case when btrim(${slotTextSql(path)}, ${blanks}) <> '' then '1' else '0' end)`)
  return sql.join([sql`''::text`, ...signs], sql` || `)
}

function slotTextSql(path: string): RawBuilder<unknown> {
  if (path.startsWith(customFieldPrefix)) return sql`person.custom_fields ->> ${path.slice(customFieldPrefix.length)}`
  return Object.hasOwn(columns, path) ? sql`person.${sql.ref(columns[path] as string)}` : sql`null::text`
}
