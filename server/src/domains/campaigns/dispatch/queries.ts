import type { Channel } from '@parley/amf'
import type { OutreachClass } from '@parley/definition/vocabulary'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ReadCampaignTerms } from '../../outreach/index.ts'
import type { CampaignVariant, CampaignWait } from '../campaign.ts'
import { openersOf } from '../experiment/assignment.ts'

const lanes = [0, 1, 2, 3]

/**
 * Makes all lanes due now and revokes their leases. A worker that loses its lease still finishes the sends it has
 * claimed.
 */
export async function insertDispatchers(tx: Db, agent: AgentKey, campaignKey: number, now: Date): Promise<void> {
  await sql`
    insert into campaign_dispatchers (agent_key, campaign_key, lane, due_at)
    select ${agent.key}, ${campaignKey}, lane, ${now} from unnest(${lanes}::int[]) as lane
        on conflict (agent_key, campaign_key, lane)
        do update set due_at = excluded.due_at, lease_token = null, attempts = 0, crashes = 0, last_error = null`.execute(
    tx,
  )
}

/** Called when a condition that dispatchers wait for may have changed. */
export async function rescheduleDispatchersNow(tx: Db, agent: AgentKey, now: Date): Promise<void> {
  await sql`
    update campaign_dispatchers set due_at = ${now}
     where agent_key = ${agent.key} and due_at > ${now} and lease_token is null`.execute(tx)
}

export type ClaimedRecipients = {
  snapshot: number
  /** `channel` is null in snapshots staged before Outreach had channels. */
  recipients: {
    position: number
    personId: string
    asid: string
    channel: Channel | null
    variantId: string | null
  }[]
}

/**
 * Claims the next recipients of a campaign that is still running. Positions only increase, so no recipient is claimed twice.
 */
export async function claimNextRecipients(
  tx: Db,
  agent: AgentKey,
  { campaignKey, most }: { campaignKey: number; most: number },
): Promise<ClaimedRecipients | undefined> {
  const { rows } = await sql<{
    previously_claimed: number
    claimed_count: number
    snapshot: number
    chosen_variant: string | null
  }>`
    update campaigns set previously_claimed = claimed_count, claimed_count = least(claimed_count + ${most}, sendable)
     where agent_key = ${agent.key} and campaign_key = ${campaignKey} and status = 'running' and claimed_count < sendable
    returning previously_claimed, claimed_count, snapshot, chosen_variant`.execute(tx)
  const [claim] = rows
  if (!claim) return undefined
  const { snapshot, previously_claimed, claimed_count, chosen_variant } = claim
  const { rows: recipients } = await sql<ClaimedRecipients['recipients'][number]>`
    select position, person_id as "personId", asid, channel, coalesce(${chosen_variant}, variant_id) as "variantId"
      from campaign_recipients
     where snapshot = ${snapshot} and position > ${previously_claimed} and position <= ${claimed_count} order by position`.execute(
    tx,
  )
  return { snapshot, recipients }
}

/** Records what blocks the campaign from sending, or clears it. */
export async function setCampaignWait(
  db: Db,
  agent: AgentKey,
  campaignKey: number,
  waiting: CampaignWait | undefined,
): Promise<void> {
  const value = waiting ? JSON.stringify(waiting) : null
  await sql`
    update campaigns set blocked_by = ${value}::json
     where agent_key = ${agent.key} and campaign_key = ${campaignKey} and status = 'running'
       and blocked_by::text is distinct from ${value}::json::text`.execute(db)
}

export type DispatchableCampaign = {
  id: string
  outreachId: string
  class: OutreachClass
  isTest: boolean
  sendWindow?: { startHour: number; endHour: number; timeZone: string }
  startAt?: Date
  variants?: CampaignVariant[]
  /** The reason why it waited at the last check. */
  waitsFor?: CampaignWait['reason']
  /** Recipients that have not been claimed as sends yet. */
  left: number
}

/** Returns undefined when the campaign is not running. */
export async function findRunningCampaign(
  db: Db,
  agent: AgentKey,
  campaignKey: number,
): Promise<DispatchableCampaign | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .select(['id', 'outreach_id', 'class', 'is_test', 'send_window', 'blocked_by', 'claimed_count', 'sendable'])
    .select(['variants', 'start_at'])
    .where('agent_key', '=', agent.key)
    .where('campaign_key', '=', campaignKey)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      outreachId: row.outreach_id,
      class: row.class as DispatchableCampaign['class'],
      isTest: row.is_test,
      sendWindow: (row.send_window as DispatchableCampaign['sendWindow'] | null) ?? undefined,
      variants: (row.variants as CampaignVariant[] | null) ?? undefined,
      startAt: row.start_at ?? undefined,
      waitsFor: (row.blocked_by as CampaignWait | null)?.reason,
      left: (row.sendable ?? 0) - row.claimed_count,
    }
  )
}

/** The conditions a campaign sends under, for sends that are no longer leased by a dispatcher. */
export const readCampaignTerms: ReadCampaignTerms = async (db, agent, campaignId) => {
  const row = await db
    .selectFrom('campaigns')
    .select(['status', 'send_window', 'variants'])
    .where('agent_key', '=', agent.key)
    .where('id', '=', campaignId)
    .executeTakeFirst()
  if (row?.status === 'paused') return 'paused'
  if (row?.status !== 'running') return 'over'
  const variants = (row.variants as CampaignVariant[] | null) ?? undefined
  const sendWindow = (row.send_window as DispatchableCampaign['sendWindow'] | null) ?? undefined
  return { sendWindow, openers: openersOf({ variants }) }
}
