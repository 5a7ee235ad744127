import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { CampaignStatus, CampaignWait } from '../campaign.ts'

export type StuckCampaign = {
  agentId: string
  id: string
  name: string
  status: CampaignStatus
  detail: string | null
  waiting: CampaignWait | null
  at: Date
}

const rowLimit = 100
/** Closed hours and open conversations end without intervention. */
const transientReasons: readonly CampaignWait['reason'][] = [
  'before_start',
  'outside_safe_hours',
  'outside_send_window',
  'in-conversation',
]

/** Lists campaigns that failed since then, and running ones blocked by something an operator must fix; newest first. */
export async function listStuckCampaigns(db: Db, org: OrgKey, failedSince: Date): Promise<StuckCampaign[]> {
  const { rows } = await sql<StuckCampaign>`
    select agents.id as "agentId", campaign.id, campaign.name, campaign.status, campaign.detail, campaign.blocked_by as waiting,
           coalesce(campaign.ended_at, campaign.updated_at) as at
      from campaigns as campaign join agents using (agent_key)
     where agents.org_id = ${org.id} and not campaign.is_test
       and (campaign.status = 'failed' and campaign.ended_at >= ${failedSince}
            or campaign.status = 'running' and campaign.blocked_by ->> 'reason' <> all(${transientReasons}::text[]))
     order by at desc limit ${rowLimit}`.execute(db)
  return rows
}
