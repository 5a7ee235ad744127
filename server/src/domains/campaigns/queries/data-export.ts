import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'

/** Searches snapshots one by one: an index for these rare exports would add cost to every recipient. */
export async function exportCampaigns(db: Db, agent: AgentKey, { person }: { person: Person }): Promise<object[]> {
  const { rows } = await sql<object>`
    select campaign.id as "campaignId", campaign.name, 
           case when recipient.held_out then 'held_out' else recipient.reason end as excluded
      from campaigns as campaign join campaign_recipients as recipient using (snapshot)
     where campaign.agent_key = ${agent.key} and recipient.person_id = ${person.id}
     order by campaign.created_at, campaign.id`.execute(db)
  return rows
}
