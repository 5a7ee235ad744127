import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/database.ts'
import { keyedJoin } from '../../../../../platform/db/keyed-join.ts'
import { runPipelined } from '../../../../../platform/db/prepared.ts'
import type { AgentKey } from '../../../../../platform/http/route.ts'
import type { OpenSends, SendClaim, SendCounters } from '../deps.ts'
import type { SendUpdate } from '../outcome.ts'

/** Inserts the sends already leased. Claiming them again, after a database crash, changes nothing. */
export async function insertClaimedSends(tx: Db, agent: AgentKey, claim: SendClaim): Promise<void> {
  const { campaignId, outreachId, class: kind, isTest, token, until, now, recipients } = claim
  const column = (name: keyof (typeof recipients)[number]) => recipients.map((recipient) => recipient[name])
  await sql`
    insert into sends (agent_key, id, outreach_id, class, origin, campaign_id, person_id, asid, channel, sandbox, queued_at,
                       due_at, lease_token, variant_id)
    select ${agent.key}, id, ${outreachId}, ${kind}, 'campaign', ${campaignId}, person_id, asid, coalesce(channel, 'rcs'),
           ${isTest}, ${now}, ${until}, ${token}, variant_id
      from unnest(${column('sendId')}::text[], ${column('personId')}::text[], ${column('asid')}::text[],
                  ${recipients.map(({ channel }) => channel ?? null)}::text[],
                  ${recipients.map(({ variantId }) => variantId ?? null)}::text[])
        as claimed (id, person_id, asid, channel, variant_id)
        on conflict do nothing`.execute(tx)
}

/** Records the results of sends still leased under the token, and returns their current people. */
export async function completeClaimedSends(
  tx: Db,
  agent: AgentKey,
  { token, settled }: { token: string; settled: readonly SendUpdate[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; person_id: string }>`
    update sends as send
       set state = given.state, reason = given.reason, detail = given.detail, message_id = given.message_id,
           provider_attempts = given.tries, sent_at = given.sent_at, failed_at = given.failed_at, cancelled_at = given.cancelled_at,
           due_at = given.due_at, attempts = given.tries, last_error = given.last_error, hold_reason = given.hold_reason,
           unresolved = coalesce(given.unresolved, false), lease_token = null,
           asid = coalesce(given.asid, send.asid), channel = coalesce(given.channel, send.channel)
      from json_to_recordset(${JSON.stringify(settled)}::json) as given (
             id text, state text, reason text, detail text, message_id text, tries int, sent_at timestamptz,
             failed_at timestamptz, cancelled_at timestamptz, due_at timestamptz, last_error text, hold_reason text,
             unresolved boolean, asid text, channel text)
     where send.agent_key = ${agent.key} and send.id = given.id and send.state = 'queued' and send.lease_token = ${token}
    returning send.id, send.person_id`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.person_id]))
}

const queuedSends = (agent: AgentKey, campaignId: string) =>
  sql`agent_key = ${agent.key} and campaign_id = ${campaignId} and state = 'queued'`

type RescheduleOptions = { now: Date; alsoTried?: boolean }

/** Makes unleased sends due now: those never attempted, or all of them. */
export async function rescheduleCampaignSends(
  tx: Db,
  agent: AgentKey,
  campaignId: string,
  { now, alsoTried = false }: RescheduleOptions,
): Promise<void> {
  await sql`
    update sends set due_at = ${now}
     where ${queuedSends(agent, campaignId)} and lease_token is null and due_at > ${now}
       and (provider_attempts = 0 or ${alsoTried})`.execute(tx)
}

/** Returns the unleased sends that are not in flight, either attempted or not; oldest first. */
export async function findQueuedSends(
  tx: Db,
  agent: AgentKey,
  campaignId: string,
  { wereTried, most }: { wereTried: boolean; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sends
     where ${queuedSends(agent, campaignId)} and lease_token is null and not unresolved
       and (provider_attempts > 0 or attempts > 0 or crashes > 0) = ${wereTried}
     order by queued_at, id limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns undefined when none is left. */
export async function findOpenSends(db: Db, agent: AgentKey, campaignId: string): Promise<OpenSends | undefined> {
  const { rows } = await sql<Omit<OpenSends, 'dueAt'> & { due_at: Date | null }>`
    select min(due_at) as due_at, count(lease_token)::int as sending, count(*) filter (where hold_reason = 'in-conversation')::int as held
      from sends where ${queuedSends(agent, campaignId)}`.execute(db)
  const { due_at: dueAt, ...open } = rows[0] ?? { due_at: null }
  return dueAt === null ? undefined : ({ dueAt, ...open } as OpenSends)
}

type SendCountRow = {
  state: keyof SendCounters['states']
  reason: string | null
  sends: number
  delivered: number
  read: number
  tapped: number
}

export async function countCampaignSends(db: Db, agent: AgentKey, campaignId: string): Promise<SendCountRow[]> {
  const { rows } = await sql<SendCountRow>`
    select case when send.state = 'queued' and (send.lease_token is not null or send.unresolved) then 'sending'
                else send.state end as state,
           send.reason, count(*)::int as sends,
           count(*) filter (where message.delivered_at is not null or message.read_at is not null)::int as delivered,
           count(*) filter (where message.read_at is not null)::int as read,
           count(*) filter (where send.id in (
             select link.send_id from tracked_links as link
              where link.agent_key = ${agent.key} and link.tapped_at is not null))::int as tapped
      from sends as send
      left join messages as message on message.agent_key = send.agent_key and message.id = send.message_id
       and send.state = 'sent'
     where send.agent_key = ${agent.key} and send.campaign_id = ${campaignId}
     group by 1, 2`.execute(db)
  return rows
}

/**
 * The person's latest other marketing message, queued or sent, and when they last wrote. Among queued campaign sends
 * only those created earlier count; `hasRival` means that one created later is being dispatched right now, possibly
 * without having seen this one.
 */
export type TouchState = { lastTouchAt?: Date; hasRival?: boolean; lastInboundAt?: Date; isHeldByMember?: boolean }

type TouchRow = {
  send_id: string
  touched_at: Date | null
  has_rival: boolean
  last_inbound_at: Date | null
  is_held: boolean
}
type TouchQuery = { sendId: string; personId: string }

/** Planned on every run: a plan cached while there were few sends would later scan all of them for each person. */
const selectTouches = (agent: AgentKey, sends: readonly TouchQuery[]) => sql<TouchRow>`
  with wanted as materialized (
    select ${agent.key}::bigint as agent_key, w.*, ${keyedJoin.column}
      from unnest(${sends.map(({ sendId }) => sendId)}::text[], ${sends.map(({ personId }) => personId)}::text[])
        as w (send_id, person_id))
  select wanted.send_id, (
           select coalesce(other.sent_at, other.queued_at) from sends as other
            where other.agent_key = wanted.agent_key and other.person_id = wanted.person_id and other.class = 'marketing'
              and other.state in ('queued', 'sent') and not other.sandbox and other.id <> wanted.send_id
              and (other.state = 'sent' or other.origin <> 'campaign'
                   or (other.queued_at, other.id) < (own.queued_at, own.id))
            order by coalesce(other.sent_at, other.queued_at) desc limit 1) as touched_at,
         exists (
           select from sends as other
            where other.agent_key = wanted.agent_key and other.person_id = wanted.person_id and other.class = 'marketing'
              and other.state = 'queued' and not other.sandbox and other.origin = 'campaign'
              and other.lease_token is not null and (other.queued_at, other.id) > (own.queued_at, own.id)) as has_rival,
         talk.last_inbound_at, coalesce(talk.is_held, false) as is_held
    from wanted join sends as own on own.agent_key = wanted.agent_key and own.id = wanted.send_id
    left join lateral (
      select max(c.last_inbound_at) as last_inbound_at, bool_or(c.desk_state is not distinct from 'human') as is_held
        from people as person
        join identities as held on held.agent_key = wanted.agent_key and held.person_key = person.person_key
        join conversations as c on c.agent_key = wanted.agent_key and c.asid = held.asid
       where person.agent_key = wanted.agent_key and person.id = wanted.person_id) as talk on true
   where ${keyedJoin.condition('wanted')}`

export async function findTouchStates(
  db: Db,
  agent: AgentKey,
  sends: readonly TouchQuery[],
): Promise<Map<string, TouchState>> {
  const rows = await runPipelined(db, selectTouches(agent, sends), 'results')
  const toTouched = ({ touched_at, has_rival, last_inbound_at, is_held }: TouchRow) => ({
    lastTouchAt: touched_at ?? undefined,
    hasRival: has_rival,
    lastInboundAt: last_inbound_at ?? undefined,
    isHeldByMember: is_held,
  })
  return new Map(rows.map((row) => [row.send_id, toTouched(row)]))
}
