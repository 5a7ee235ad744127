import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ExclusionReason } from '../../campaign.ts'
import { type Experiment, holdoutThreshold, upperBounds } from '../../experiment/assignment.ts'
import type { ChunkCounts, SnapshotCounts } from '../snapshot.ts'
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

type InsertedRecipients = ChunkCounts & {
  /** Masks without a decision; if there are any, nothing was written. */
  undecided: string[]
}

type SnapshotBatch = {
  people: CheckQuery | readonly CheckedPerson[]
  judged: MaskDecisions
  after: SnapshotCounts
  experiment: Experiment
}

/**
 * Inserts the next recipients of a snapshot without reading any into the process: when a million rows went through
 * Node, V8 grew its young generation from 1 to 112 MB, and the old one by 100 MB of garbage before collecting it.
 */
export async function insertRecipients(
  tx: Db,
  agent: AgentKey,
  snapshot: number,
  { people, judged, after, experiment }: SnapshotBatch,
): Promise<InsertedRecipients> {
  await forceIndexPlans.execute(tx)
  const { rows } = await sql<InsertedRecipients>`
    with looked as materialized (${withAssignment(
      'piece' in people ? selectCheckedPeople(agent, people) : valuesTable(people),
      experiment,
    )}),
    undecided as (
      select distinct filled from looked
       where reason is null and filled <> all(${[...judged.blocked, ...judged.open]}::text[])),
    reasoned as (
      select nth, person_id, asid, channel, variant_id, drawn,
             case when reason is not null then reason
                  when filled = any(${judged.blocked}::text[]) then 'template-blocked'
                  when stopped then 'opted-out' end as reason
        from looked where not exists (select from undecided)),
    placed as (
      select ${after.total} + row_number() over (order by nth) as n,
             case when reason is null and not drawn
                  then ${after.sendable} + count(*) filter (where reason is null and not drawn) over (order by nth) end
               as place,
             person_id, asid, channel, reason, reason is null and drawn as held_out, variant_id
        from reasoned),
    written as (
      insert into campaign_recipients (snapshot, row_number, position, person_id, asid, channel, reason, held_out, variant_id)
      select ${snapshot}, n, place, person_id, asid, channel, reason, held_out, case when place is not null then variant_id end
        from placed)
    select array(select filled from undecided) as undecided,
           (select count(*)::int from placed where held_out) as "heldOut",
           (select coalesce(jsonb_object_agg(variant_id, people), '{}')
              from (select variant_id, count(*) as people from placed
                     where place is not null and variant_id is not null group by 1) as counted) as variants,
           (select coalesce(jsonb_object_agg(reason, people), '{}')
              from (select coalesce(reason, '') as reason, count(*) as people from placed group by 1) as counted) as reasons,
           (select coalesce(jsonb_object_agg(channel, people), '{}')
              from (select channel, count(*) as people from placed
                     where place is not null and channel is not null group by 1) as reached) as channels`.execute(tx)
  return rows[0] as InsertedRecipients
}

function valuesTable(people: readonly CheckedPerson[]): RawBuilder<unknown> {
  const all = <Key extends keyof CheckedPerson>(key: Key) => people.map((one) => one[key])
  return sql`
    select nth, person_id, asid, null::text as channel, reason, stopped, filled
      from unnest(${all('personId')}::text[], ${all('asid')}::text[], ${all('reason')}::text[], ${all('stopped')}::bool[],
                  ${all('filled')}::text[]) with ordinality as given (person_id, asid, reason, stopped, filled, nth)`
}

/** The unsigned 32-bit number at a byte of the hash. */
const wordAt = (byte: number) => {
  const shifted = [24, 16, 8, 0].map(
    (bits, index) => sql`(get_byte(hash, ${sql.lit(byte + index)})::bigint << ${sql.lit(bits)})`,
  )
  return sql`(${sql.join(shifted, sql` | `)})`
}

/**
 * Adds `variant_id` and `drawn` (for the holdout): the same decisions as `assignRecipient`, which a test compares. With
 * variants, `filled` begins with the number of the variant, since each opener needs other values.
 */
function withAssignment(people: RawBuilder<unknown>, { campaignId, variants, holdoutPercent }: Experiment) {
  if (!variants && !holdoutPercent)
    return sql`select *, null::text as variant_id, false as drawn from (${people}) as person`
  const bounds = upperBounds(variants ?? [])
  const pick = (values: readonly RawBuilder<unknown>[]) =>
    sql`case ${sql.join(
      values.map((value, index) => sql`when ${wordAt(4)} < ${bounds[index] as number}::bigint then ${value}`),
      sql` `,
    )} end`
  const variantId = variants ? pick(variants.map(({ id }) => sql`${id}::text`)) : sql`null::text`
  const prefix = variants ? pick(variants.map((_, index) => sql`${String(index)}::text`)) : sql`''`
  return sql`
    select nth, person_id, asid, channel, reason, stopped, ${prefix} || filled as filled, ${variantId} as variant_id,
           ${wordAt(0)} < ${holdoutThreshold(holdoutPercent)}::bigint as drawn
      from (select *, sha256(convert_to(${campaignId}::text || chr(10) || person_id, 'UTF8')) as hash
              from (${people}) as person) as person`
}
