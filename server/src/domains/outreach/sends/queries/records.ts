import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { UsageCount, UsageSpan } from '../../../../platform/usage.ts'
import type { SendConsent, SendFailureReason, SendOrigin, SendState } from '../send.ts'

export type SendRecord = {
  id: string
  outreach_id: string
  origin: SendOrigin
  campaign_id: string | null
  rule_id: string | null
  sequence_id: string | null
  variant_id: string | null
  is_test: boolean
  person_id: string
  state: SendState
  reason: SendFailureReason | null
  detail: string | null
  channel: string
  asid: string
  address: string | null
  message_id: string | null
  queued_at: Date
  sent_at: Date | null
  failed_at: Date | null
  cancelled_at: Date | null
  responded_at: Date | null
  provider_attempts: number
  next_attempt_at: Date | null
  consent: SendConsent | null
  delivery: DeliveryRecord | null
  taps: { url: string; at: string }[] | null
}

export type DeliveryRecord = Record<'sentAt' | 'deliveredAt' | 'readAt' | 'failedAt', string | null> & {
  reason: string | null
}

/** A queued send that is leased, or that its channel may already have, counts as sending. */
const apiState = sql`
  case when send.state = 'queued' and (send.lease_token is not null or send.unresolved) then 'sending' else send.state end`

/** Selects the matching sends; joins look up data for those alone. */
const selectRecords = (meant: RawBuilder<unknown>) => sql<SendRecord>`
  select send.id, send.outreach_id, send.origin, send.campaign_id, send.rule_id, send.sequence_id,
         send.variant_id, send.is_test, send.person_id, ${apiState} as state,
         send.reason, send.detail, send.channel, send.asid, identity.address, send.message_id, send.queued_at, send.sent_at,
         send.failed_at, send.cancelled_at, send.responded_at, send.provider_attempts, send.consent,
         case when send.state = 'queued' and send.lease_token is null and not send.unresolved and (send.provider_attempts > 0 or send.hold_reason is not null)
              then send.due_at end
           as next_attempt_at,
         case when message.id is not null then json_build_object(
           'sentAt', message.sent_at, 'deliveredAt', message.delivered_at, 'readAt', message.read_at,
           'failedAt', message.failed_at, 'reason', message.reason) end as delivery,
         (select coalesce(json_agg(json_build_object('url', link.url, 'at', link.tapped_at) order by link.tapped_at)
                            filter (where link.tapped_at is not null), '[]')
            from tracked_links as link where link.agent_key = send.agent_key and link.send_id = send.id
          having count(*) > 0) as taps
    from (${meant}) as send
    left join identities as identity on identity.agent_key = send.agent_key and identity.asid = send.asid
    left join messages as message on message.agent_key = send.agent_key and message.id = send.message_id
   order by send.queued_at desc, send.id desc`

const selectSends = (agent: AgentKey) => sql`select send.* from sends as send where send.agent_key = ${agent.key}`
const isLive = sql`not send.sandbox`

export async function findSend(db: Db, agent: AgentKey, id: string): Promise<SendRecord | undefined> {
  const { rows } = await selectRecords(sql`${selectSends(agent)} and ${isLive} and send.id = ${id}`).execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends, so neither its worker nor anyone else changes it. */
export async function lockSend(tx: Db, agent: AgentKey, id: string): Promise<SendRecord | undefined> {
  await sql`select from sends where agent_key = ${agent.key} and id = ${id} for update`.execute(tx)
  return findSend(tx, agent, id)
}

/** Includes test sends. */
export async function findAnySend(db: Db, agent: AgentKey, id: string): Promise<SendRecord | undefined> {
  const { rows } = await selectRecords(sql`${selectSends(agent)} and send.id = ${id}`).execute(db)
  return rows[0]
}

export type SendFilter = {
  outreachId?: string
  origin?: SendOrigin
  campaignId?: string
  automatedOutreachId?: string
  personId?: string
  state?: SendState
  reason?: SendFailureReason
  since?: Date
  until?: Date
  limit: number
}

const byState: Record<SendState, RawBuilder<unknown>> = {
  queued: sql`send.state = 'queued' and send.lease_token is null and not send.unresolved`,
  sending: sql`send.state = 'queued' and (send.lease_token is not null or send.unresolved)`,
  sent: sql`send.state = 'sent'`,
  failed: sql`send.state = 'failed'`,
  suppressed: sql`send.state = 'suppressed'`,
  cancelled: sql`send.state = 'cancelled'`,
}

export async function listSends(db: Db, agent: AgentKey, filter: SendFilter): Promise<SendRecord[]> {
  const conditions = conditionsOf(filter).map((condition) => sql`and ${condition}`)
  const meant = sql`
    ${selectSends(agent)} and ${isLive} ${sql.join(conditions, sql` `)}
     order by send.queued_at desc, send.id desc limit ${filter.limit}`
  const readInOrder = async (tx: Db) => {
    // Estimating that an agent has a handful of sends, the planner would collect all matches and sort them.
    await sql`select set_config('enable_bitmapscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
      tx,
    )
    return (await selectRecords(meant).execute(tx)).rows
  }
  return db.isTransaction ? readInOrder(db) : inTransaction(db, readInOrder)
}

function conditionsOf(filter: SendFilter): RawBuilder<unknown>[] {
  const { outreachId, origin, campaignId, automatedOutreachId, personId, state, reason, since, until } = filter
  const all: (RawBuilder<unknown> | undefined)[] = [
    outreachId === undefined ? undefined : sql`send.outreach_id = ${outreachId}`,
    origin && sql`send.origin = ${origin}`,
    campaignId === undefined ? undefined : sql`send.campaign_id = ${campaignId}`,
    automatedOutreachId === undefined ? undefined : sql`send.rule_id = ${automatedOutreachId}`,
    personId === undefined ? undefined : sql`send.person_id = ${personId}`,
    state && byState[state],
    reason && sql`send.reason = ${reason}`,
    since && sql`send.queued_at >= ${since}`,
    until && sql`send.queued_at <= ${until}`,
  ]
  return all.filter((condition) => condition !== undefined)
}

/** Counts sends by the time of acceptance and their current state, without test sends. @serves all tenants */
export async function countSendsForUsage(
  db: Db,
  agentKeys: readonly number[],
  { from, until, by }: UsageSpan,
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select agent_key as "agentKey", date_trunc(${by}, queued_at, 'UTC') as hour, 'sends' as measure, state as detail,
           count(*) as value
      from sends
     where agent_key = any(${agentKeys}::bigint[]) and not sandbox and queued_at >= ${from} and queued_at < ${until}
     group by 1, 2, 4`.execute(db)
  return rows
}
