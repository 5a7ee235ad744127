import type { Channel } from '@parley/amf'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ExclusionReason } from '../../campaign.ts'
import type { SnapshotCounts } from '../snapshot.ts'
import { type CheckQuery, forceIndexPlans, selectCheckedPeople } from './people.ts'

/** A person checked elsewhere; `filled` is the mask for `SlotRequirements.isBlocked`. */
export type CheckedPerson = {
  personId: string
  asid: string | null
  reason: ExclusionReason | null
  stopped: boolean
  filled: string
}

export type MaskDecisions = { blocked: readonly string[]; open: readonly string[] }

type InsertedRecipients = {
  /** Masks without a decision; if there are any, nothing was written. */
  undecided: string[]
  /** The number of people by exclusion reason; the empty reason counts those who were not excluded. */
  reasons: Partial<Record<ExclusionReason | '', number>>
  /** Of those who were not excluded: the number of people by channel. */
  channels: Partial<Record<Channel, number>>
}

type SnapshotBatch = { people: CheckQuery | readonly CheckedPerson[]; judged: MaskDecisions; after: SnapshotCounts }

/**
 * Inserts the next recipients of a snapshot without reading any into the process: when a million rows went through
 * Node, V8 grew its young generation from 1 to 112 MB, and the old one by 100 MB of garbage before collecting it.
 */
export async function insertRecipients(
  tx: Db,
  agent: AgentKey,
  snapshot: number,
  { people, judged, after }: SnapshotBatch,
): Promise<InsertedRecipients> {
  await forceIndexPlans.execute(tx)
  const { rows } = await sql<InsertedRecipients>`
    with looked as materialized (${'piece' in people ? selectCheckedPeople(agent, people) : valuesTable(people)}),
    undecided as (
      select distinct filled from looked
       where reason is null and filled <> all(${[...judged.blocked, ...judged.open]}::text[])),
    reasoned as (
      select nth, person_id, asid, channel,
             case when reason is not null then reason
                  when filled = any(${judged.blocked}::text[]) then 'template-blocked'
                  when stopped then 'opted-out' end as reason
        from looked where not exists (select from undecided)),
    placed as (
      select ${after.total} + row_number() over (order by nth) as n,
             case when reason is null
                  then ${after.sendable} + count(*) filter (where reason is null) over (order by nth) end as place,
             person_id, asid, channel, reason
        from reasoned),
    written as (
      insert into campaign_recipients (snapshot, row_number, position, person_id, asid, channel, reason)
      select ${snapshot}, n, place, person_id, asid, channel, reason from placed)
    select array(select filled from undecided) as undecided,
           (select coalesce(jsonb_object_agg(reason, people), '{}')
              from (select coalesce(reason, '') as reason, count(*) as people from placed group by 1) as counted) as reasons,
           (select coalesce(jsonb_object_agg(channel, people), '{}')
              from (select channel, count(*) as people from placed
                     where reason is null and channel is not null group by 1) as reached) as channels`.execute(tx)
  return rows[0] as InsertedRecipients
}

function valuesTable(people: readonly CheckedPerson[]): RawBuilder<unknown> {
  const all = <Key extends keyof CheckedPerson>(key: Key) => people.map((one) => one[key])
  return sql`
    select nth, person_id, asid, null::text as channel, reason, stopped, filled
      from unnest(${all('personId')}::text[], ${all('asid')}::text[], ${all('reason')}::text[], ${all('stopped')}::bool[],
                  ${all('filled')}::text[]) with ordinality as given (person_id, asid, reason, stopped, filled, nth)`
}
