import type { Channel } from '@parley/amf'
import { exclusionReasons, type recipientStates } from '@parley/definition/vocabulary'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { isHoldReason } from '../../outreach/index.ts'
import type { Campaign } from '../campaign.ts'

export type RecipientState = (typeof recipientStates)[number]

export type RecipientRow = {
  rowNumber: number
  personId: string
  asid: string | null
  channel: Channel | null
  state: RecipientState
  reason: string | null
  sendId: string | null
  variantId: string | null
}

type CampaignFields = 'id' | 'status' | 'startedAt' | 'staged' | 'chosenVariantId'
export type ListedCampaign = Pick<Campaign, CampaignFields> & { snapshot: number }
type RecipientFilter = { state?: RecipientState; reason?: string; channel?: Channel; variantId?: string }
/** The filtered rows after `after`. */
export type RecipientPageQuery = RecipientFilter & { after: number; most: number }

type Sql = RawBuilder<unknown>

/**
 * Returns the next rows in list order. A filter may match all of a million rows or a single one anywhere: it first
 * scans the nearby rows, then uses the index of the rarer states. Neither takes longer than about a second. No index
 * has the channel or the variant of what was sent: these are scanned for until the page is full.
 */
export async function listRecipients(
  db: Db,
  agent: AgentKey,
  campaign: ListedCampaign,
  ask: RecipientPageQuery,
): Promise<RecipientRow[]> {
  const read = async (query: Sql) => (await (query as RawBuilder<RecipientRow>).execute(db)).rows
  const { state, reason, most } = ask
  const isNarrowed = ask.channel !== undefined || ask.variantId !== undefined
  if (!state && !reason && !isNarrowed) return read(scanInOrder(agent, campaign, ask))
  if (!reason && (!state || state === 'sent') && isNarrowed) return scanInParts(read, agent, campaign, ask)
  if (state === 'held_out') return reason || ask.variantId ? [] : read(selectHeldOut(agent, campaign, ask))
  if (isExclusion(ask)) return ask.variantId ? [] : read(selectExcluded(agent, campaign, ask))
  if (state === 'excluded' || (!campaign.startedAt && state !== stateWithoutSend(campaign))) return []
  if (!reason && state && finalStates.includes(state)) {
    const near = await read(scanInOrder(agent, campaign, { ...ask, within: nearRows }))
    if (near.length === most) return near
  }
  const position = await positionBefore(db, agent, campaign, ask.after)
  return read(selectBySends(agent, campaign, { ...ask, after: position }))
}

const finalStates: readonly RecipientState[] = ['sent', 'failed', 'suppressed', 'cancelled']
/** Reading this many rows with their sends takes a few hundredths of a second. */
const nearRows = 2_000
const maxPartRows = 100_000

type ReadRows = (query: Sql) => Promise<RecipientRow[]>

/** Scans larger and larger parts of the list, until a page is full. Rows are numbered without gaps. */
async function scanInParts(read: ReadRows, agent: AgentKey, campaign: ListedCampaign, ask: RecipientPageQuery) {
  const rows: RecipientRow[] = []
  const last = campaign.staged?.total ?? 0
  let within = nearRows
  for (let after = ask.after; after < last && rows.length < ask.most; after += within) {
    if (after > ask.after) within = Math.min(within * 5, maxPartRows)
    rows.push(...(await read(scanInOrder(agent, campaign, { ...ask, after, most: ask.most - rows.length, within }))))
  }
  return rows
}

const isExclusion = ({ state, reason }: RecipientPageQuery): boolean =>
  reason === undefined
    ? state === 'excluded'
    : (state === undefined || state === 'excluded') && (exclusionReasons as readonly string[]).includes(reason)

const stateWithoutSend = ({ status }: Pick<Campaign, 'status'>): RecipientState =>
  status === 'cancelled' || status === 'failed' ? 'cancelled' : 'queued'

const sendIdPrefix = ({ snapshot }: ListedCampaign): string => `snd_c${snapshot}_`

/** A queued send that is leased, or that its channel may already have, counts as sending. */
const sendState = sql`
  case when send.state = 'queued' and (send.lease_token is not null or send.unresolved) then 'sending' else send.state end`
const sendReason = sql`coalesce(send.reason, case when send.state = 'queued' then send.hold_reason end)`

function withSends(agent: AgentKey, campaign: ListedCampaign, rows: Sql): Sql {
  return sql`
    select row.row_number as "rowNumber", row.person_id as "personId",
           coalesce(send.asid, row.asid) as asid, case when send.sandbox then null else coalesce(send.channel, row.channel) end as channel,
           case when row.held_out then 'held_out' when row.position is null then 'excluded' when send.id is null then ${stateWithoutSend(campaign)}
                else ${sendState} end as state,
           coalesce(row.reason, ${sendReason}) as reason, send.id as "sendId",
           case when row.variant_id is not null
                then coalesce(send.variant_id, ${campaign.chosenVariantId ?? null}, row.variant_id) end as "variantId"
      from (${rows}) as row
      left join lateral (
        select * from sends as one
         where one.agent_key = ${agent.key} and one.id = ${sendIdPrefix(campaign)} || row.position offset 0) as send on true`
}

type ScanQuery = RecipientPageQuery & { within?: number }

function scanInOrder(agent: AgentKey, campaign: ListedCampaign, ask: ScanQuery): Sql {
  const { after, most, within = most, ...filter } = ask
  const rows = sql`
    select * from campaign_recipients
     where snapshot = ${campaign.snapshot} and row_number > ${after} order by row_number limit ${within}`
  const list = withSends(agent, campaign, rows)
  const shown = describeShown(filter)
  return shown.length > 0
    ? sql`select * from (${list}) as row where ${sql.join(shown, sql` and `)} order by "rowNumber" limit ${most}`
    : sql`${list} order by row.row_number`
}

const describeShown = ({ state, channel, variantId }: RecipientFilter): Sql[] => [
  ...(state ? [sql`state = ${state}`] : []),
  ...(channel ? [sql`channel = ${channel}`] : []),
  ...(variantId ? [sql`"variantId" = ${variantId}`] : []),
]

/** Of a row without a send: as it was staged, or with the variant that was chosen since. */
const stagedAs = ({ chosenVariantId }: ListedCampaign, { channel, variantId }: RecipientFilter): Sql =>
  sql`${onChannel(channel)}
      and ${variantId ? sql`variant_id is not null and coalesce(${chosenVariantId ?? null}, variant_id) = ${variantId}` : sql`true`}`

/** Of a send: where it went, and with which variant. */
const sentAs = ({ channel, variantId }: RecipientFilter): Sql =>
  sql`${channel ? sql`channel = ${channel} and not sandbox` : sql`true`}
      and ${variantId ? sql`variant_id = ${variantId}` : sql`true`}`

function selectExcluded(
  _agent: AgentKey,
  { snapshot }: ListedCampaign,
  { reason, channel, after, most }: RecipientPageQuery,
): Sql {
  const reasons = reason === undefined ? exclusionReasons : [reason]
  return sql`
    select row.row_number as "rowNumber", row.person_id as "personId", row.asid, row.channel, 'excluded' as state, row.reason,
           null as "sendId", null as "variantId"
      from unnest(${reasons}::text[]) as wanted (reason), lateral (
        select * from campaign_recipients as one
         where one.snapshot = ${snapshot} and one.reason = wanted.reason and one.row_number > ${after}
           and ${onChannel(channel)}
         order by one.row_number limit ${most}) as row
     order by row.row_number limit ${most}`
}

const onChannel = (channel: Channel | undefined): Sql => (channel ? sql`channel = ${channel}` : sql`true`)

function selectHeldOut(
  _agent: AgentKey,
  { snapshot }: ListedCampaign,
  { channel, after, most }: RecipientPageQuery,
): Sql {
  return sql`
    select row_number as "rowNumber", person_id as "personId", asid, channel, 'held_out' as state, null as reason,
           null as "sendId", null as "variantId"
      from campaign_recipients
     where snapshot = ${snapshot} and held_out and row_number > ${after} and ${onChannel(channel)}
     order by row_number limit ${most}`
}

/** Returns how many of the rows up to `n` are sendable: positions are dense and follow the list order. */
async function positionBefore(db: Db, _agent: AgentKey, { snapshot }: ListedCampaign, n: number): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select position from campaign_recipients
     where snapshot = ${snapshot} and row_number <= ${n} and position is not null order by row_number desc limit 1`.execute(
    db,
  )
  return rows[0]?.position ?? 0
}

/** Collects the positions of all matches and returns the first rows. */
function selectBySends(agent: AgentKey, campaign: ListedCampaign, ask: RecipientPageQuery): Sql {
  const { state, reason, after, most } = ask
  const next = sql`where position > ${after} order by position limit ${most}`
  const places = [sql`select position from (${positionsOf(agent, campaign, ask)}) as met ${next}`]
  if (reason === undefined && state === stateWithoutSend(campaign))
    places.push(unclaimedPositions(agent, campaign, ask))
  const rows = sql`
    select row.* from (${sql.join(
      places.map((some) => sql`(${some})`),
      sql` union all `,
    )}) as met
      join campaign_recipients as row on row.snapshot = ${campaign.snapshot} and row.position = met.position
     order by met.position limit ${most}`
  return sql`${withSends(agent, campaign, rows)} order by row.row_number`
}

function positionsOf(agent: AgentKey, campaign: ListedCampaign, ask: RecipientPageQuery): Sql {
  const { state, reason } = ask
  const also = sentAs(ask)
  if (isHoldReason(reason))
    return openPositions(agent, campaign, sql`hold_reason = ${reason} and ${leased(state)} and ${also}`)
  if (reason !== undefined) {
    const inState = state === undefined ? sql`true` : sql`state = ${state}`
    return sendPositions(agent, campaign, sql`reason = ${reason} and ${inState} and ${also}`)
  }
  if (state === 'queued' || state === 'sending')
    return openPositions(agent, campaign, sql`${leased(state)} and ${also}`)
  if (state !== 'sent') return sendPositions(agent, campaign, sql`state = ${sql.lit(state)} and ${also}`)
  return sentPositions(agent, campaign, ask)
}

/**
 * Sent sends are in no index, but all others are: derives the sent ones from the gaps between those, up to the last
 * claimed position.
 */
function sentPositions(agent: AgentKey, campaign: ListedCampaign, { after, most }: RecipientPageQuery): Sql {
  const others = sendPositions(agent, campaign, sql`state <> 'sent'`)
  return sql`
    select generate_series(gap.first, least(gap.last, gap.first + ${most})) as position
      from (select lag(position, 1, ${after}::int) over (order by position) + 1 as first, position - 1 as last
              from (${others} union all select ${claimed(agent, campaign)} + 1) as other
             where position > ${after}) as gap
     where gap.first <= gap.last order by gap.first limit ${most}`
}

const positionOfSend = sql`split_part(id, '_', 3)::int as position`

function openPositions(agent: AgentKey, campaign: ListedCampaign, condition: Sql): Sql {
  return sql`
    select ${positionOfSend} from sends
     where agent_key = ${agent.key} and campaign_id = ${campaign.id} and state = 'queued' and ${condition}`
}

/**
 * Index-only: the indexes by state and by reason order sends by creation time and contain their ids, and an id contains
 * the snapshot. A channel or a variant is read from the sends.
 */
function sendPositions(agent: AgentKey, campaign: ListedCampaign, condition: Sql): Sql {
  const begin = sendIdPrefix(campaign)
  return sql`
    select ${positionOfSend} from sends
     where agent_key = ${agent.key} and ${condition} and queued_at >= ${campaign.startedAt ?? new Date(0)}
       and left(id, ${begin.length}) = ${begin}`
}

const claimed = (agent: AgentKey, { id }: ListedCampaign) =>
  sql`(select claimed_count from campaigns where agent_key = ${agent.key} and id = ${id})`

function unclaimedPositions(agent: AgentKey, campaign: ListedCampaign, ask: RecipientPageQuery): Sql {
  const { after, most } = ask
  return sql`
    select position from campaign_recipients
     where snapshot = ${campaign.snapshot} and position > greatest(${after}, ${claimed(agent, campaign)})
       and ${stagedAs(campaign, ask)}
     order by position limit ${most}`
}

function leased(state: RecipientState | undefined): Sql {
  if (state === 'sending') return sql`(lease_token is not null or unresolved)`
  return state === undefined || state === 'queued' ? sql`lease_token is null and not unresolved` : sql`false`
}
