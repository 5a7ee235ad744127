import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ReadCampaignTerms } from '../../outreach/index.ts'
import type { CampaignWait } from '../campaign.ts'

export { inTransaction } from '../../../platform/db/transaction.ts'

/** So many hand over one campaign at once. */
const lanes = [0, 1, 2, 3]

/** Due now, all of them; whoever still held one before has lost it, and what it has claimed is finished by it all the same. */
export async function insertDispatchers(tx: Db, agent: AgentKey, campaignKey: number, now: Date): Promise<void> {
  await sql`
    insert into campaign_pumps (agent_key, campaign_key, lane, due_at)
    select ${agent.key}, ${campaignKey}, lane, ${now} from unnest(${lanes}::int[]) as lane
        on conflict (agent_key, campaign_key, lane)
        do update set due_at = excluded.due_at, lease_token = null, attempts = 0, crashes = 0, last_error = null`.execute(
    tx,
  )
}

/** Something that they wait for may have changed. */
export async function rescheduleDispatchersNow(tx: Db, agent: AgentKey, now: Date): Promise<void> {
  await sql`
    update campaign_pumps set due_at = ${now}
     where agent_key = ${agent.key} and due_at > ${now} and lease_token is null`.execute(tx)
}

export type ClaimedRecipients = {
  snapshot: number
  recipients: { place: number; personId: string; asid: string }[]
}

/** The next of its recipients, of a campaign that is still running. Places are counted up, so that nobody gets one twice. */
export async function claimNextRecipients(
  tx: Db,
  agent: AgentKey,
  { campaignKey, most }: { campaignKey: number; most: number },
): Promise<ClaimedRecipients | undefined> {
  const { rows } = await sql<{ claimed_from: number; claimed: number; snapshot: number }>`
    update campaigns set claimed_from = claimed, claimed = least(claimed + ${most}, sendable)
     where agent_key = ${agent.key} and campaign_key = ${campaignKey} and status = 'running' and claimed < sendable
    returning claimed_from, claimed, snapshot`.execute(tx)
  const [claim] = rows
  if (!claim) return undefined
  const { snapshot, claimed_from, claimed } = claim
  const { rows: recipients } = await sql<ClaimedRecipients['recipients'][number]>`
    select place, person_id as "personId", asid from campaign_recipients
     where snapshot = ${snapshot} and place > ${claimed_from} and place <= ${claimed} order by place`.execute(tx)
  return { snapshot, recipients }
}

/** What keeps it from sending, or nothing any more. */
export async function setCampaignWait(
  db: Db,
  agent: AgentKey,
  campaignKey: number,
  waiting: CampaignWait | undefined,
): Promise<void> {
  const value = waiting ? JSON.stringify(waiting) : null
  await sql`
    update campaigns set waiting = ${value}::json
     where agent_key = ${agent.key} and campaign_key = ${campaignKey} and status = 'running'
       and waiting::text is distinct from ${value}::json::text`.execute(db)
}

/** What a pump must know of its campaign. */
export type DispatchableCampaign = {
  id: string
  outreachId: string
  class: 'marketing' | 'service'
  isTest: boolean
  sendWindow?: { startHour: number; endHour: number; timeZone: string }
  /** What it waited for when it was looked at last. */
  waitsFor?: CampaignWait['reason']
  /** How many of its recipients have not become sends yet. */
  left: number
}

/** Undefined when it is not running. */
export async function findRunningCampaign(
  db: Db,
  agent: AgentKey,
  campaignKey: number,
): Promise<DispatchableCampaign | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .select(['id', 'outreach_id', 'class', 'is_test', 'send_window', 'waiting', 'claimed', 'sendable'])
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
      waitsFor: (row.waiting as CampaignWait | null)?.reason,
      left: (row.sendable ?? 0) - row.claimed,
    }
  )
}

/** By which it sends: for sends that are no longer held by a pump. */
export const readCampaignTerms: ReadCampaignTerms = async (db, agent, campaignId) => {
  const row = await db
    .selectFrom('campaigns')
    .select(['status', 'send_window'])
    .where('agent_key', '=', agent.key)
    .where('id', '=', campaignId)
    .executeTakeFirst()
  if (row?.status === 'paused') return 'paused'
  if (row?.status !== 'running') return 'over'
  return { sendWindow: (row.send_window as DispatchableCampaign['sendWindow'] | null) ?? undefined }
}
