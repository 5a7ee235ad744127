import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { pageNewestFirst } from '../../platform/db/newest-first.ts'
import type { Tables } from '../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../platform/http/page.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Audience, Campaign, CampaignStatus, StagingResult } from './campaign.ts'

type CampaignRow = Selectable<Tables['campaigns']>

/** A campaign whose long id list is replaced by its length. */
export type CampaignOutline = Omit<Campaign, 'audience'> & { audience: Audience | { personIdCount: number } }

/** In lists of campaigns and in progress streams, longer id lists are replaced by their length. */
export const maxIdsListed = 200

export async function findCampaign(db: Db, agent: AgentKey, id: string): Promise<Campaign | undefined> {
  const row = await selectCampaigns(db, agent).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toCampaign(row)
}

export async function lockCampaign(tx: Db, agent: AgentKey, id: string): Promise<Campaign | undefined> {
  const row = await selectCampaigns(tx, agent).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toCampaign(row)
}

export async function findCampaignOutline(db: Db, agent: AgentKey, id: string): Promise<CampaignOutline | undefined> {
  const row = await selectOutlines(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toCampaign(row)
}

export async function listCampaigns(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<CampaignOutline>> {
  const rows = await pageNewestFirst(selectOutlines(db, agent), page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }), toCampaign)
}

/** The fields of a campaign that its author sets. */
export type CampaignFields = Pick<
  Campaign,
  | 'name'
  | 'outreachId'
  | 'audience'
  | 'isTest'
  | 'includePreviouslyContacted'
  | 'sendWindow'
  | 'variants'
  | 'holdoutPercent'
  | 'startAt'
>

export async function insertCampaign(
  tx: Db,
  agent: AgentKey,
  { id, now, ...made }: CampaignFields & { id: string; now: Date },
): Promise<Campaign> {
  const row = { agent_key: agent.key, id, ...columns(made), created_at: now, updated_at: now }
  return toCampaign(await tx.insertInto('campaigns').values(row).returningAll().executeTakeFirstOrThrow())
}

/** Turns the campaign back into a draft and drops the staged snapshot. */
export async function redraftCampaign(
  tx: Db,
  agent: AgentKey,
  id: string,
  { now, ...change }: CampaignFields & { now: Date },
): Promise<Campaign> {
  const row = await updateCampaign(tx, agent, id)
    .set({ ...columns(change), ...unstaged, status: 'draft', updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCampaign(row)
}

const unstaged = {
  ...{ snapshot: null, class: null, total: null, sendable: null, exclusions: null, estimate: null },
  ...{ channels: null, previews: null, chosen_variant: null, variant_counts: null, held_out: null },
  ...{ staged_at: null, claimed_count: 0, previously_claimed: 0, blocked_by: null, detail: null },
}

export type CampaignTransition = {
  from: CampaignStatus
  to: CampaignStatus
  now: Date
  detail?: string
  /** The campaign starts sending for the first time. */
  starts?: boolean
  /** The campaign has ended and never sends again. */
  ends?: boolean
}

/** Returns undefined when the campaign does not exist or is no longer in that status. */
export async function updateCampaignStatus(
  tx: Db,
  agent: AgentKey,
  id: string,
  move: CampaignTransition,
): Promise<Campaign | undefined> {
  const { from, to, now, detail, starts, ends } = move
  const row = await updateCampaign(tx, agent, id)
    .where('status', '=', from)
    .set({
      ...{ status: to, updated_at: now, blocked_by: null },
      ...(detail !== undefined && { detail }),
      ...(starts && { started_at: now }),
      ...(ends && { ended_at: now }),
    })
    .returningAll()
    .executeTakeFirst()
  return row && toCampaign(row)
}

/** Recipients who are not sent to yet get this variant, including those whose sends wait for their first attempt. */
export async function updateChosenVariant(
  tx: Db,
  agent: AgentKey,
  id: string,
  { variantId, now }: { variantId: string; now: Date },
): Promise<void> {
  await updateCampaign(tx, agent, id).set({ chosen_variant: variantId, updated_at: now }).execute()
  await sql`
    update sends set variant_id = ${variantId}
     where agent_key = ${agent.key} and campaign_id = ${id} and state = 'queued' and lease_token is null
       and provider_attempts = 0 and attempts = 0 and crashes = 0 and not unresolved`.execute(tx)
}

export async function deleteCampaign(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await tx.deleteFrom('campaigns').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

export type StagingProgress = { lookedAt: number; expected?: number; beganAt: Date }

/**
 * Returns the progress of the stagings in flight among these campaigns, by campaign key. The row of a failed staging
 * stays, but does not count.
 */
export async function findStagings(
  db: Db,
  agent: AgentKey,
  keys: readonly number[],
): Promise<Map<number, StagingProgress>> {
  const rows = await db
    .selectFrom('campaign_stagings')
    .select(['campaign_key', 'checked_count', 'estimated_count', 'started_at'])
    .where('agent_key', '=', agent.key)
    .where('campaign_key', 'in', [...keys, -1])
    .where('due_at', 'is not', null)
    .execute()
  return new Map(
    rows.map(({ campaign_key, checked_count, estimated_count, started_at }) => [
      campaign_key,
      {
        lookedAt: checked_count,
        beganAt: started_at,
        ...(estimated_count !== null && { expected: Math.max(estimated_count, checked_count) }),
      },
    ]),
  )
}

const selectCampaigns = (db: Db, agent: AgentKey) => db.selectFrom('campaigns').where('agent_key', '=', agent.key)
const updateCampaign = (tx: Db, agent: AgentKey, id: string) =>
  tx.updateTable('campaigns').where('agent_key', '=', agent.key).where('id', '=', id)

const idCount = sql<number>`json_array_length(audience->'personIds')`

function selectOutlines(db: Db, agent: AgentKey) {
  const audience = sql<CampaignRow['audience']>`
    case when audience->'personIds' is not null and ${idCount} > ${sql.lit(maxIdsListed)}
         then json_build_object('personIdCount', ${idCount}) else audience end`
  return selectCampaigns(db, agent).select(outlineColumns).select(audience.as('audience'))
}

const outlineColumns = [
  ...(['agent_key', 'campaign_key', 'id', 'name', 'outreach_id', 'is_test', 'include_previously_contacted'] as const),
  ...(['send_window', 'status', 'detail', 'snapshot', 'class', 'total', 'sendable', 'exclusions', 'estimate'] as const),
  ...([
    'channels',
    'previews',
    'claimed_count',
    'previously_claimed',
    'blocked_by',
    'counters',
    'created_at',
    'updated_at',
    'staged_at',
  ] as const),
  ...(['started_at', 'ended_at', 'variants', 'holdout_percent', 'chosen_variant', 'start_at'] as const),
  ...(['variant_counts', 'held_out'] as const),
]

function columns(given: CampaignFields) {
  const { name, outreachId, audience, isTest, includePreviouslyContacted, sendWindow, variants } = given
  return {
    name,
    outreach_id: outreachId,
    audience: JSON.stringify(audience),
    is_test: isTest,
    include_previously_contacted: includePreviouslyContacted ?? null,
    send_window: sendWindow ? JSON.stringify(sendWindow) : null,
    variants: variants ? JSON.stringify(variants) : null,
    holdout_percent: given.holdoutPercent ?? null,
    start_at: given.startAt ?? null,
  } satisfies Partial<Insertable<Tables['campaigns']>>
}

function toCampaign(row: CampaignRow): Campaign {
  return {
    key: row.campaign_key,
    id: row.id,
    name: row.name,
    outreachId: row.outreach_id,
    audience: row.audience as Audience,
    isTest: row.is_test,
    includePreviouslyContacted: row.include_previously_contacted ?? undefined,
    sendWindow: undefinedIfNull<Campaign['sendWindow']>(row.send_window),
    variants: undefinedIfNull<Campaign['variants']>(row.variants),
    holdoutPercent: row.holdout_percent ?? undefined,
    chosenVariantId: row.chosen_variant ?? undefined,
    startAt: row.start_at ?? undefined,
    status: row.status as CampaignStatus,
    detail: row.detail ?? undefined,
    snapshot: row.snapshot ?? undefined,
    staged: toStagingResult(row),
    waiting: undefinedIfNull<Campaign['waiting']>(row.blocked_by),
    counters: undefinedIfNull<Campaign['counters']>(row.counters),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    stagedAt: row.staged_at ?? undefined,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
  }
}

const undefinedIfNull = <T>(value: unknown): T | undefined => (value === null ? undefined : (value as T))

function toStagingResult({
  total,
  sendable,
  exclusions,
  channels,
  estimate,
  previews,
  ...row
}: CampaignRow): StagingResult | undefined {
  if (total === null || sendable === null) return undefined
  return {
    class: row.class as StagingResult['class'],
    total,
    sendable,
    exclusions: (exclusions ?? {}) as StagingResult['exclusions'],
    channels: (channels ?? {}) as StagingResult['channels'],
    estimate: (estimate ?? []) as StagingResult['estimate'],
    previews: (previews ?? []) as StagingResult['previews'],
    variants: undefinedIfNull<StagingResult['variants']>(row.variant_counts),
    heldOut: row.held_out ?? undefined,
  }
}
