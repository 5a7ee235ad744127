import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/database.ts'
import { runPipelined } from '../../../../../platform/db/prepared.ts'
import type { AgentKey } from '../../../../../platform/http/route.ts'

/**
 * The person's latest other marketing message, queued or sent, and when they last wrote. Among queued campaign sends
 * only those created earlier count; `hasRival` means that one created later is being dispatched right now, possibly
 * without having seen this one.
 */
export type TouchState = { lastTouchAt?: Date; hasRival?: boolean; writtenAt?: Date }

type TouchRow = { send_id: string; touched_at: Date | null; has_rival: boolean; last_inbound_at: Date | null }
type TouchQuery = { sendId: string; personId: string }

/** Planned on every run: a plan cached while there were few sends would later scan all of them for each person. */
const selectTouches = (agent: AgentKey, sends: readonly TouchQuery[]) => sql<TouchRow>`
  with wanted as materialized (
    select ${agent.key}::bigint as agent_key, w.*, 1 as few
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
         (select max(c.last_inbound_at) from people as person
            join identities as held on held.agent_key = wanted.agent_key and held.person_key = person.person_key
            join conversations as c on c.agent_key = wanted.agent_key and c.asid = held.asid
           where person.agent_key = wanted.agent_key and person.id = wanted.person_id) as last_inbound_at
    from wanted join sends as own on own.agent_key = wanted.agent_key and own.id = wanted.send_id
   where wanted.few = 1`

export async function findTouchStates(
  db: Db,
  agent: AgentKey,
  sends: readonly TouchQuery[],
): Promise<Map<string, TouchState>> {
  const rows = await runPipelined(db, selectTouches(agent, sends), 'results')
  const toTouched = ({ touched_at, has_rival, last_inbound_at }: TouchRow) => ({
    lastTouchAt: touched_at ?? undefined,
    hasRival: has_rival,
    writtenAt: last_inbound_at ?? undefined,
  })
  return new Map(rows.map((row) => [row.send_id, toTouched(row)]))
}
