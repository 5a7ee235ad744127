import { type RawBuilder, sql } from 'kysely'
import type { AgentKey } from '../../../platform/http/route.ts'
import { personProfiles } from '../../people/index.ts'
import type { DeskListFilters } from '../conversations/schemas.ts'

/** Views whose conversations have indexes of their own. */
export const indexedViews: readonly string[] = ['mine', 'waiting', 'unassigned', 'closed']

const nothing = sql``

/** Conditions on the conversation `c`, each with its leading `and`. */
export function selectByFilters(agent: AgentKey, filters: DeskListFilters, viewerId: string): RawBuilder<unknown> {
  const { view, tag, playbook, unanswered, campaignReplies, hideOpeners } = filters
  return sql`
    ${view === undefined ? nothing : sql`and ${selectByView(view, viewerId)}`}
    ${tag === undefined ? nothing : sql`and ${hasTag(agent, tag)}`}
    ${playbook === undefined ? nothing : sql`and ${isInPlaybook(agent, playbook)}`}
    ${unanswered ? sql`and ${isUnanswered(agent)}` : nothing}
    ${campaignReplies ? sql`and ${repliedToCampaign(agent)}` : nothing}
    ${hideOpeners ? sql`and (c.initiated_by is null or c.desk_state is not null)` : nothing}`
}

export function selectByView(view: NonNullable<DeskListFilters['view']>, viewerId: string): RawBuilder<unknown> {
  switch (view) {
    case 'mine':
      return sql`c.desk_assignee = ${viewerId}`
    case 'waiting':
      return sql`c.desk_state = 'waiting'`
    case 'unassigned':
      return sql`c.desk_state = 'waiting' and c.desk_assignee is null`
    case 'closed':
      return sql`c.desk_state = 'closed'`
    case 'open':
      return sql`c.desk_state is distinct from 'closed'`
  }
}

/** The planner starts with the people who have the tag. */
const hasTag = (agent: AgentKey, tag: string) => sql`c.asid in (
  select i.asid from people_search_keys as k
    join identities as i on i.agent_key = k.agent_key and i.person_key = k.person_key
   where k.agent_key = ${agent.key} and k.search_key = ${personProfiles.tagSearchKey(tag)})`

const isInPlaybook = (agent: AgentKey, playbook: string) => sql`exists (
  select from runtime_conversations as r
   where r.agent_key = ${agent.key} and r.asid = c.asid and r.session_id = c.session_id
     and r.state ->> 'playbookId' = ${playbook})`

/** The last message is of the person. Most partitions of the traffic are older than it and are skipped. */
const isUnanswered = (agent: AgentKey) => sql`c.last_inbound_at >= c.session_started_at and not exists (
  select from traffic as t
   where t.agent_key = ${agent.key} and t.asid = c.asid and t.type = 'content' and t.origin = 'agent'
     and t.reason is null and t.at >= c.last_inbound_at)`

const repliedToCampaign = (agent: AgentKey) => sql`c.asid in (
  select s.asid from sends as s
   where s.agent_key = ${agent.key} and s.campaign_id is not null and s.responded_at is not null)`
