import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { CampaignCounters, CampaignStatus } from '../campaign.ts'

/** Campaigns that can still send; ended ones do not block a deletion. */
const activeStatuses: readonly CampaignStatus[] = ['draft', 'staged', 'running', 'paused']

export type CampaignReference = { id: string; name: string; status: CampaignStatus }

const rowLimit = 100

/** Returns the active campaigns that use an Outreach. */
export async function findCampaignsUsingOutreach(
  db: Db,
  agent: AgentKey,
  outreachId: string,
): Promise<CampaignReference[]> {
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'name', 'status'])
    .where('agent_key', '=', agent.key)
    .where('outreach_id', '=', outreachId)
    .where('status', 'in', activeStatuses)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowLimit)
    .execute()
  return rows.map(({ id, name, status }) => ({ id, name, status: status as CampaignStatus }))
}

/** Returns the drafts that use a segment, each with its position in the agent's campaign list. */
export async function findDraftsUsingSegment(
  db: Db,
  agent: AgentKey,
  segmentId: string,
): Promise<{ at: number; id: string; name: string }[]> {
  const { rows } = await sql<{ at: number; id: string; name: string }>`
    select draft.id, draft.name,
           (select count(*)::int from campaigns as newer
             where newer.agent_key = draft.agent_key and (newer.created_at, newer.id) > (draft.created_at, draft.id)) as at
      from campaigns as draft
     where draft.agent_key = ${agent.key} and draft.status = 'draft' and draft.audience->>'segmentId' = ${segmentId}
     order by at limit ${rowLimit}`.execute(db)
  return rows
}

/**
 * Deletes the previews of a person and returns the campaigns that contained one. Locks campaigns in key order, because
 * two people deleted concurrently may appear in the same ones.
 */
export async function deletePreviewsOf(tx: Db, agent: AgentKey, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with held as materialized (
      select campaign_key from campaigns
       where agent_key = ${agent.key}
         and exists (select from json_array_elements(previews) as preview where preview->>'personId' = ${personId})
       order by campaign_key for update)
    update campaigns
       set previews = (select coalesce(json_agg(preview order by n), '[]')
                         from json_array_elements(previews) with ordinality as shown (preview, n)
                        where preview->>'personId' <> ${personId})
      from held
     where campaigns.agent_key = ${agent.key} and campaigns.campaign_key = held.campaign_key
    returning campaigns.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type ExpiredCampaign = { agent: AgentKey; key: number; id: string }

/** Lists ended campaigns whose sends will soon be purged. @serves all tenants */
export async function listExpiredCampaigns(
  db: Db,
  { startedBefore, endedBefore }: ExpiryBounds,
  few: number,
): Promise<ExpiredCampaign[]> {
  const { rows } = await sql<{ agent_key: number; agent_id: string; org_id: string; campaign_key: number; id: string }>`
    select campaign.agent_key, agent.id as agent_id, agent.org_id, campaign.campaign_key, campaign.id
      from campaigns as campaign join agents as agent on agent.agent_key = campaign.agent_key
     where campaign.ended_at < ${endedBefore} and campaign.counters is null
       and coalesce(campaign.started_at, campaign.created_at) < ${startedBefore}
     order by campaign.ended_at limit ${few}`.execute(db)
  return rows.map((row) => ({
    agent: { key: row.agent_key, id: row.agent_id, orgId: row.org_id },
    key: row.campaign_key,
    id: row.id,
  }))
}
export type ExpiryBounds = { startedBefore: Date; endedBefore: Date }

/** Keeps the report and releases the recipients. */
export async function archiveCounters(
  db: Db,
  agent: AgentKey,
  campaignKey: number,
  counters: CampaignCounters,
): Promise<void> {
  await sql`
    update campaigns set counters = ${JSON.stringify(counters)}::json, snapshot = null
     where agent_key = ${agent.key} and campaign_key = ${campaignKey}`.execute(db)
}
