import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { deleteInChunks } from '../../../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { SendFailureReason, SendOrigin } from '../send.ts'

export type TransitionedSend = {
  id: string
  outreachId: string
  origin: SendOrigin
  personId: string
  campaignId?: string
  ruleId?: string
  sequenceId?: string
}

type TransitionedSendRow = {
  id: string
  outreach_id: string
  origin: string
  person_id: string
  campaign_id: string | null
  rule_id: string | null
  sequence_id: string | null
}

const toTransitionedSend = (row: TransitionedSendRow): TransitionedSend => ({
  id: row.id,
  outreachId: row.outreach_id,
  origin: row.origin as SendOrigin,
  personId: row.person_id,
  ...(row.campaign_id !== null && { campaignId: row.campaign_id }),
  ...(row.rule_id !== null && { ruleId: row.rule_id }),
  ...(row.sequence_id !== null && { sequenceId: row.sequence_id }),
})

const eventColumns = sql`id, outreach_id, origin, person_id, campaign_id, rule_id, sequence_id`
/** No worker is dispatching it, and its channel cannot have it. */
const isWaiting = sql`state = 'queued' and lease_token is null and not unresolved`

/** Returns undefined when it is no longer waiting or is a test send. */
export async function cancelSend(
  tx: Db,
  agent: AgentKey,
  id: string,
  now: Date,
): Promise<TransitionedSend | undefined> {
  const { rows } = await sql<TransitionedSendRow>`
    update sends set state = 'cancelled', cancelled_at = ${now}, due_at = null
     where agent_key = ${agent.key} and id = ${id} and not sandbox and ${isWaiting}
    returning ${eventColumns}`.execute(tx)
  return rows[0] && toTransitionedSend(rows[0])
}

export type WaitingSend = { id: string; wasTried: boolean }

type WaitingQuery = { outreachId: string; most: number; isFresh?: boolean }

/** Returns the waiting sends of an Outreach, or only those never attempted; attempted ones first, then the oldest. */
export async function findWaitingSends(db: Db, agent: AgentKey, meant: WaitingQuery): Promise<WaitingSend[]> {
  const { outreachId, most, isFresh = false } = meant
  const wasTried = sql`(provider_attempts > 0 or attempts > 0 or crashes > 0)`
  const { rows } = await sql<WaitingSend>`
    select id, ${wasTried} as "wasTried" from sends
     where agent_key = ${agent.key} and outreach_id = ${outreachId} and ${isWaiting} ${isFresh ? sql`and not ${wasTried}` : sql``}
     order by "wasTried" desc, queued_at, id limit ${most}`.execute(db)
  return rows
}

type SendUpdateRequest = { ids: readonly string[]; detail: string; now: Date }

/** Skips sends that a worker has claimed meanwhile. */
export async function cancelSends(
  tx: Db,
  agent: AgentKey,
  { ids, detail, now }: SendUpdateRequest,
): Promise<TransitionedSend[]> {
  const { rows } = await sql<TransitionedSendRow>`
    update sends set state = 'cancelled', cancelled_at = ${now}, due_at = null, detail = ${detail}
     where ctid = any(array(
       select ctid from sends where agent_key = ${agent.key} and id = any(${ids}::text[]) and ${isWaiting}
          for update skip locked))
    returning ${eventColumns}`.execute(tx)
  return rows.map(toTransitionedSend)
}

/** Makes the sends due now, so their worker cancels them with this detail. */
export async function rescheduleSendsNow(
  tx: Db,
  agent: AgentKey,
  { ids, detail, now }: SendUpdateRequest,
): Promise<void> {
  await sql`
    update sends set due_at = ${now}, detail = ${detail}
     where ctid = any(array(
       select ctid from sends where agent_key = ${agent.key} and id = any(${ids}::text[]) and ${isWaiting}
          for update skip locked))`.execute(tx)
}

/**
 * Makes a send due now because the outcome of its message is known, including a failed send whose message was delivered
 * after all.
 */
export async function rescheduleUnresolvedNow(tx: Db, agent: AgentKey, id: string, now: Date): Promise<void> {
  await sql`
    update sends set due_at = ${now}, state = 'queued', unresolved = true, reason = null, detail = null, failed_at = null,
           attempts = 0
     where ctid = any(array(
       select send.ctid from sends as send
        where send.agent_key = ${agent.key} and send.id = ${id} and send.lease_token is null
          and ((send.state = 'queued' and send.unresolved) or (send.state = 'failed' and exists (
            select from messages as message
             where message.agent_key = send.agent_key and message.id = send.message_id and message.failed_at is null)))
          for update skip locked))`.execute(tx)
}

type End = { state: 'failed' | 'suppressed'; reason: SendFailureReason; detail: string; now: Date }

export async function endSend(tx: Db, agent: AgentKey, id: string, end: End): Promise<void> {
  const { state, reason, detail, now } = end
  await sql`
    update sends set state = ${state}, reason = ${reason}, detail = ${detail}, failed_at = ${now}
     where agent_key = ${agent.key} and id = ${id} and state = 'queued'`.execute(tx)
}

type SendMove = { id: string; messageId: string; asid: string; channel: string }

/** Returns the Outreach of the send; undefined if the message is a follow-up, which leaves the send as it is. */
export async function moveSend(
  tx: Db,
  agent: AgentKey,
  { id, messageId, asid, channel }: SendMove,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('sends')
    .set({ asid, channel })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .where('message_id', '=', messageId)
    .returning('outreach_id')
    .executeTakeFirst()
  return row?.outreach_id
}

/** The current person, who may have changed through a merge. */
export async function findSendPerson(tx: Db, agent: AgentKey, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sends')
    .select('person_id')
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.person_id
}

/** Ends the waiting sends of a person in the transaction that removes the person. */
export async function endSendsOfPerson(
  tx: Db,
  agent: AgentKey,
  { personId, detail, now }: { personId: string; detail: string; now: Date },
): Promise<TransitionedSend[]> {
  const { rows } = await sql<TransitionedSendRow>`
    update sends set state = 'failed', reason = 'no_channel_identity', detail = ${detail}, failed_at = ${now}, due_at = null
     where agent_key = ${agent.key} and person_id = ${personId} and ${isWaiting}
    returning ${eventColumns}`.execute(tx)
  return rows.map(toTransitionedSend)
}

/**
 * Moves the history of a merged person to the one who stays. Sends that a worker is dispatching are marked: unless that
 * attempt reaches the channel, they must not go to the person who stays.
 */
export async function reassignSends(
  tx: Db,
  agent: AgentKey,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await sql`
    update sends set person_id = ${into}, merged = merged or state = 'queued'
     where agent_key = ${agent.key} and person_id = ${from}`.execute(tx)
}

/**
 * Anonymizes the sends of an erased person: keeps the fact that something was sent, without inputs, consent claims or key
 * hashes.
 */
export async function anonymizeSends(tx: Db, agent: AgentKey, personId: string): Promise<void> {
  await sql`
    update sends set inputs = null, consent = null, key_hash = null
     where agent_key = ${agent.key} and person_id = ${personId}`.execute(tx)
}

/** Records the person's first reply to a send. */
export async function recordResponse(
  tx: Db,
  agent: AgentKey,
  id: string,
  at: Date,
): Promise<TransitionedSend | undefined> {
  const { rows } = await sql<TransitionedSendRow>`
    update sends set responded_at = ${at}
     where agent_key = ${agent.key} and id = ${id} and responded_at is null
    returning ${eventColumns}`.execute(tx)
  return rows[0] && toTransitionedSend(rows[0])
}

const retentionDays = 180

/** Deletes the records together with their idempotency keys. @serves all tenants */
export async function purgeOldSends(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await deleteInChunks(db, 'sends', sql`queued_at < ${before} and due_at is null`)
}

const tables = [
  'sequence_enrollments',
  'tracked_links',
  'goals_reached',
  'sends',
  'automated_rows',
  'follow_ups',
  'link_redemptions',
  'capabilities',
]

export async function purgeOutreach(tx: Db, agent: AgentKey): Promise<void> {
  for (const name of tables) await deleteInChunks(tx, name, sql`agent_key = ${agent.key}`)
}
