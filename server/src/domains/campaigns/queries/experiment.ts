import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Campaign } from '../campaign.ts'
import type { ExperimentCounts, GroupCounts } from '../experiment/results.ts'

export type CountedExperiment = Pick<Campaign, 'id' | 'variants' | 'chosenVariantId' | 'staged' | 'startedAt'> & {
  snapshot?: number
  /** The Goals that count; all when absent. */
  goalIds?: readonly string[]
}

type VariantRow = Omit<GroupCounts, 'people'> & { id: string; sends: number }

const reachedGoal = (agent: AgentKey, { goalIds }: CountedExperiment, since: 'send' | 'start', startedAt?: Date) => sql`
  exists (select from goals_reached as goal
           where goal.agent_key = ${agent.key} and goal.person_id = ${sql.ref(since === 'send' ? 'send.person_id' : 'row.person_id')}
             and goal.reached_at >= ${since === 'send' ? sql`send.sent_at` : (startedAt ?? new Date(0))}
             and (${goalIds ?? null}::text[] is null or goal.goal_id = any(${goalIds ?? null}::text[])))`

/** The identities of the agent whose STOP came after a time, and when it came. */
const stopsSince = (agent: AgentKey, since: Date) => sql`
  select held.asid, held.person_key, stop.created_at
    from stops as stop
    join identities as held on held.agent_key = stop.agent_key and held.channel = stop.channel
     and held.address_hash = stop.address_hash
   where stop.agent_key = ${agent.key} and stop.created_at >= ${since}`

/** Counts what became of each variant and of the people held out. */
export async function countExperiment(
  db: Db,
  agent: AgentKey,
  campaign: CountedExperiment,
): Promise<ExperimentCounts | undefined> {
  const { variants, staged } = campaign
  if (!variants && staged?.heldOut === undefined) return undefined
  return {
    ...(variants && { variants: await countVariants(db, agent, campaign) }),
    ...(staged?.heldOut !== undefined && { holdout: await countHoldout(db, agent, campaign) }),
  }
}

async function countVariants(db: Db, agent: AgentKey, campaign: CountedExperiment) {
  const { rows } = await sql<VariantRow>`
    with stopped as materialized (${stopsSince(agent, campaign.startedAt ?? new Date(0))})
    select send.variant_id as id, count(*)::int as sends, count(*) filter (where send.state = 'sent')::int as sent,
           count(*) filter (where send.state in ('failed', 'suppressed'))::int as failed,
           count(*) filter (where message.delivered_at is not null or message.read_at is not null)::int as delivered,
           count(*) filter (where message.read_at is not null)::int as read,
           count(send.responded_at) filter (where send.state = 'sent')::int as replied,
           count(*) filter (where send.state = 'sent' and ${reachedGoal(agent, campaign, 'send')})::int as goal,
           count(*) filter (where send.id in (
             select link.send_id from tracked_links as link
              where link.agent_key = ${agent.key} and link.tapped_at is not null))::int as tapped,
           count(stopped.asid) filter (where send.state = 'sent' and stopped.created_at >= send.sent_at)::int as "optedOut"
      from sends as send
      left join stopped on stopped.asid = send.asid
      left join messages as message on message.agent_key = send.agent_key and message.id = send.message_id
       and send.state = 'sent'
     where send.agent_key = ${agent.key} and send.campaign_id = ${campaign.id} and send.variant_id is not null
     group by 1`.execute(db)
  const counted = new Map(rows.map((row) => [row.id, row]))
  const claimed = rows.reduce((sum, { sends }) => sum + sends, 0)
  return (campaign.variants ?? []).map(({ id }) => {
    const { sends, ...counts } = counted.get(id) ?? { ...zero, id, sends: 0 }
    return { ...counts, people: countPeople(campaign, id, { sends, claimed }) }
  })
}

const zero = { ...{ sent: 0, failed: 0, delivered: 0, read: 0 }, ...{ replied: 0, goal: 0, tapped: 0, optedOut: 0 } }

/** Once a variant is chosen, it gets the recipients who are left. */
function countPeople(
  { staged, chosenVariantId }: CountedExperiment,
  id: string,
  { sends, claimed }: { sends: number; claimed: number },
): number {
  if (chosenVariantId === undefined) return staged?.variants?.[id] ?? 0
  return sends + (id === chosenVariantId ? Math.max(0, (staged?.sendable ?? 0) - claimed) : 0)
}

/** Nothing was sent to them: they count if they wrote, reached the Goal or sent STOP after the campaign started. */
async function countHoldout(db: Db, agent: AgentKey, campaign: CountedExperiment): Promise<GroupCounts> {
  const { snapshot, startedAt, staged } = campaign
  if (snapshot === undefined || !startedAt) return { ...zero, people: staged?.heldOut ?? 0 }
  const { rows } = await sql<Pick<GroupCounts, 'replied' | 'goal' | 'optedOut'>>`
    with stopped as materialized (${stopsSince(agent, startedAt)})
    select count(*) filter (where exists (
             select from people as person
               join identities as held on held.agent_key = ${agent.key} and held.person_key = person.person_key
               join conversations as talk on talk.agent_key = ${agent.key} and talk.asid = held.asid
              where person.agent_key = ${agent.key} and person.id = row.person_id
                and talk.last_inbound_at >= ${startedAt}))::int as replied,
           count(*) filter (where ${reachedGoal(agent, campaign, 'start', startedAt)})::int as goal,
           count(*) filter (where exists (
             select from people as person join stopped on stopped.person_key = person.person_key
              where person.agent_key = ${agent.key} and person.id = row.person_id))::int as "optedOut"
      from campaign_recipients as row where row.snapshot = ${snapshot} and row.held_out`.execute(db)
  return { ...zero, ...rows[0], people: staged?.heldOut ?? 0 }
}
