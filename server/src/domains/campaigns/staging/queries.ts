import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Audience, Campaign, CampaignStatus, StagingResult } from '../campaign.ts'

export { type CheckedPerson, insertRecipients } from './queries/snapshot.ts'

export type StageableCampaign = Pick<
  Campaign,
  | 'key'
  | 'id'
  | 'outreachId'
  | 'audience'
  | 'isTest'
  | 'includePreviouslyContacted'
  | 'status'
  | 'variants'
  | 'holdoutPercent'
  | 'chosenVariantId'
>

export async function findStageableCampaign(
  db: Db,
  agent: AgentKey,
  key: number,
): Promise<StageableCampaign | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .select(['campaign_key', 'id', 'outreach_id', 'audience', 'is_test', 'include_previously_contacted', 'status'])
    .select(['variants', 'holdout_percent', 'chosen_variant'])
    .where('agent_key', '=', agent.key)
    .where('campaign_key', '=', key)
    .executeTakeFirst()
  return (
    row && {
      key: row.campaign_key,
      id: row.id,
      outreachId: row.outreach_id,
      audience: row.audience as Audience,
      isTest: row.is_test,
      includePreviouslyContacted: row.include_previously_contacted ?? undefined,
      status: row.status as CampaignStatus,
      variants: (row.variants as Campaign['variants'] | null) ?? undefined,
      holdoutPercent: row.holdout_percent ?? undefined,
      chosenVariantId: row.chosen_variant ?? undefined,
    }
  )
}

/** A random, effectively unique id within JavaScript's safe integer range. */
const randomSnapshotId = sql`(1 + floor(random() * 9007199254740990))::bigint`

/** Continues a staging in flight; restarts a failed one. */
export async function insertStaging(tx: Db, agent: AgentKey, campaignKey: number, now: Date): Promise<void> {
  await sql`
    insert into campaign_stagings as staging (agent_key, campaign_key, snapshot, started_at, due_at)
    values (${agent.key}, ${campaignKey}, ${randomSnapshotId}, ${now}, ${now})
        on conflict (agent_key, campaign_key) do update
       set snapshot = excluded.snapshot, checked_count = 0, estimated_count = null, started_at = excluded.started_at,
           due_at = excluded.due_at, lease_token = null, attempts = 0, crashes = 0, last_error = null
     where staging.due_at is null`.execute(tx)
}

export async function deleteStaging(tx: Db, agent: AgentKey, campaignKey: number): Promise<void> {
  await tx
    .deleteFrom('campaign_stagings')
    .where('agent_key', '=', agent.key)
    .where('campaign_key', '=', campaignKey)
    .execute()
}

type StagingState = { isUnderWay: boolean; error: string | null }

export async function findStaging(db: Db, agent: AgentKey, campaignKey: number): Promise<StagingState | undefined> {
  const { rows } = await sql<StagingState>`
    select due_at is not null as "isUnderWay", last_error as error
      from campaign_stagings where agent_key = ${agent.key} and campaign_key = ${campaignKey}`.execute(db)
  return rows[0]
}

/** A staging, identified by the snapshot it is building. */
export type StagingLease = { campaignKey: number; snapshot: number }

const holdsLease = (agent: AgentKey, { campaignKey, snapshot }: StagingLease) => sql`
  agent_key = ${agent.key} and campaign_key = ${campaignKey} and snapshot = ${snapshot} and due_at is not null`

/**
 * Restarts under a fresh snapshot id. A worker presumed dead may still write to the old snapshot; those rows are not
 * part of the new one, and cleanup deletes them with the rest of the old one.
 */
export async function renewSnapshot(db: Db, agent: AgentKey, lease: StagingLease): Promise<number | undefined> {
  const { rows } = await sql<{ snapshot: number }>`
    with renewed as (
      update campaign_stagings set snapshot = ${randomSnapshotId}, checked_count = 0
       where ${holdsLease(agent, lease)} returning snapshot),
    left_over as (
      insert into campaign_snapshot_cleanups (snapshot, due_at)
      select ${lease.snapshot}, now() from renewed on conflict do nothing)
    select snapshot from renewed`.execute(db)
  return rows[0]?.snapshot
}

/** Deletes a staging that a change of its campaign made obsolete. @serves all tenants */
export async function dropStaging(tx: Db, row: StagingKey): Promise<void> {
  const { agent_key, campaign_key } = row
  await sql`
    delete from campaign_stagings where agent_key = ${agent_key} and campaign_key = ${campaign_key}`.execute(tx)
}

type StagingKey = { agent_key: number; campaign_key: number }

/** Schedules the snapshot of a failed staging for deletion; its row stays and stores the error. @serves all tenants */
export async function discardFailedSnapshot(tx: Db, row: StagingKey): Promise<void> {
  await sql`
    insert into campaign_snapshot_cleanups (snapshot, due_at)
    select snapshot, now() from campaign_stagings
     where agent_key = ${row.agent_key} and campaign_key = ${row.campaign_key}
        on conflict do nothing`.execute(tx)
}

export async function updateExpected(db: Db, agent: AgentKey, lease: StagingLease, expected: number): Promise<void> {
  await sql`update campaign_stagings set estimated_count = ${expected} where ${holdsLease(agent, lease)}`.execute(db)
}

/** Records the progress; returns false when the staging was superseded, in which case the caller must roll back. */
export async function updateStagingProgress(
  tx: Db,
  agent: AgentKey,
  lease: StagingLease,
  lookedAt: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update campaign_stagings set checked_count = ${lookedAt} where ${holdsLease(agent, lease)}`.execute(tx)
  return Number(numAffectedRows) === 1
}

type FirstRecipient = { personId: string; channel?: Channel }

type FirstRecipientsQuery = { snapshot: number; channels: readonly Channel[]; most: number }

/** The first recipients, among them the first of each channel. */
export async function listFirstRecipients(
  db: Db,
  _agent: AgentKey,
  { snapshot, channels, most }: FirstRecipientsQuery,
): Promise<FirstRecipient[]> {
  const { rows } = await sql<{ person_id: string; channel: string | null }>`
    with candidates as (
      select first.position, true as leads from unnest(${channels}::text[]) as reached (channel) cross join lateral (
        select position from campaign_recipients
         where snapshot = ${snapshot} and position is not null and channel = reached.channel
         order by position limit 1) as first
       union all
      select n, false from generate_series(1, ${most}::int) as n),
    chosen as (
      select position from candidates group by position order by bool_or(leads) desc, position limit ${most})
    select row.person_id, row.channel
      from chosen join campaign_recipients as row on row.snapshot = ${snapshot} and row.position = chosen.position
     order by row.position`.execute(db)
  return rows.map(({ person_id, channel }) => ({ personId: person_id, channel: (channel ?? undefined) as Channel }))
}

type FinishedStaging = StagingLease & { staged: StagingResult; now: Date }

/**
 * Makes the snapshot that of its campaign, unless the staging was ended or the campaign has moved on. Returns the
 * previous status. Locks the campaign first, as all code does.
 */
export async function commitSnapshot(
  tx: Db,
  agent: AgentKey,
  { staged, now, ...held }: FinishedStaging,
): Promise<CampaignStatus | undefined> {
  const { campaignKey, snapshot } = held
  const { rows } = await sql<{ status: CampaignStatus }>`
    select status from campaigns where agent_key = ${agent.key} and campaign_key = ${campaignKey} for update`.execute(
    tx,
  )
  const status = rows[0]?.status
  const mine = await sql`select from campaign_stagings where ${holdsLease(agent, held)} for update`.execute(tx)
  if ((status !== 'draft' && status !== 'staged') || mine.rows.length === 0) return undefined
  await sql`
    update campaigns
       set status = 'staged', snapshot = ${snapshot}, class = ${staged.class}, total = ${staged.total},
           sendable = ${staged.sendable}, exclusions = ${JSON.stringify(staged.exclusions)},
           channels = ${JSON.stringify(staged.channels)}, estimate = ${JSON.stringify(staged.estimate)}, previews = ${JSON.stringify(staged.previews)},
           variant_counts = ${staged.variants ? JSON.stringify(staged.variants) : null}::json,
           held_out = ${staged.heldOut ?? null}::int, claimed_count = 0, previously_claimed = 0, blocked_by = null, staged_at = ${now}, updated_at = ${now}
     where agent_key = ${agent.key} and campaign_key = ${campaignKey}`.execute(tx)
  // Delete last: a staging deleted before its snapshot belongs to the campaign marks that snapshot as leftover.
  await deleteStaging(tx, agent, campaignKey)
  return status
}

const leftoverBatchSize = 10_000

/** Deletes one batch of rows; returns whether more may be left. @serves all tenants */
export async function deleteLeftovers(db: Db, snapshot: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from campaign_recipients where ctid = any(array(
      select ctid from campaign_recipients where snapshot = ${snapshot} limit ${leftoverBatchSize}))`.execute(db)
  return Number(numAffectedRows) === leftoverBatchSize
}

/** @serves all tenants */
export async function deleteUnfinishedStaging(tx: Db, snapshot: number): Promise<void> {
  await tx.deleteFrom('campaign_snapshot_cleanups').where('snapshot', '=', snapshot).execute()
}
