import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { isHold } from '../../outreach/index.ts'
import { type Campaign, exclusionReasons } from '../campaign.ts'

/** Document 2, Recipients: excluded, or the state of its send. */
export const recipientStates = ['excluded', 'queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled'] as const
export type RecipientState = (typeof recipientStates)[number]

export type RecipientRow = {
  n: number
  personId: string
  asid: string | null
  state: RecipientState
  reason: string | null
  sendId: string | null
}

export type Listed = Pick<Campaign, 'id' | 'status' | 'startedAt'> & { snapshot: number }
/** Those behind the row `after`, of a state and for a reason. */
export type RecipientAsk = { state?: RecipientState; reason?: string; after: number; most: number }

type Sql = RawBuilder<unknown>

/**
 * The next rows of a list, in its order. What a filter means may be all of a million rows or one of them, anywhere: it is
 * looked for close by, and then by the index that knows whatever is seldom. No way takes longer than about a second.
 */
export async function listRecipients(
  db: Db,
  agent: AgentKey,
  campaign: Listed,
  ask: RecipientAsk,
): Promise<RecipientRow[]> {
  const read = async (query: Sql) => (await (query as RawBuilder<RecipientRow>).execute(db)).rows
  const { state, reason, most } = ask
  if (!state && !reason) return read(walked(agent, campaign, ask))
  if (isExclusion(ask)) return read(excluded(agent, campaign, ask))
  if (state === 'excluded' || (!campaign.startedAt && state !== restOf(campaign))) return []
  if (!reason && state && ended.includes(state)) {
    const near = await read(walked(agent, campaign, { ...ask, within: nearRows }))
    if (near.length === most) return near
  }
  const place = await placeBefore(db, agent, campaign, ask.after)
  return read(bySends(agent, campaign, { ...ask, after: place }))
}

const ended: readonly RecipientState[] = ['sent', 'failed', 'suppressed', 'cancelled']
/** So many rows and their sends are read in some hundredths of a second. */
const nearRows = 2_000

const isExclusion = ({ state, reason }: RecipientAsk): boolean =>
  reason === undefined
    ? state === 'excluded'
    : (state === undefined || state === 'excluded') && (exclusionReasons as readonly string[]).includes(reason)

/** What whoever has no send yet is. */
const restOf = ({ status }: Pick<Campaign, 'status'>): RecipientState =>
  status === 'cancelled' || status === 'failed' ? 'cancelled' : 'queued'

const idsBegin = ({ snapshot }: Listed): string => `snd_c${snapshot}_`

/** A queued one that is leased, or whose channel may have it, is on its way. */
const sendState = sql`
  case when send.state = 'queued' and (send.lease_token is not null or send.unresolved) then 'sending' else send.state end`
const sendReason = sql`coalesce(send.reason, case when send.state = 'queued' then send.held_for end)`

/** Recipients as `row`, each with its send. */
function shown(agent: AgentKey, campaign: Listed, rows: Sql): Sql {
  return sql`
    select row.n, row.person_id as "personId", row.asid,
           case when row.place is null then 'excluded' when send.id is null then ${restOf(campaign)}
                else ${sendState} end as state,
           coalesce(row.reason, ${sendReason}) as reason, send.id as "sendId"
      from (${rows}) as row
      left join lateral (
        select * from sends as one
         where one.agent_key = ${agent.key} and one.id = ${idsBegin(campaign)} || row.place offset 0) as send on true`
}

type Walk = RecipientAsk & { within?: number }

function walked(agent: AgentKey, campaign: Listed, { state, after, most, within = most }: Walk): Sql {
  const rows = sql`
    select * from campaign_recipients
     where snapshot = ${campaign.snapshot} and n > ${after} order by n limit ${within}`
  const list = shown(agent, campaign, rows)
  return state
    ? sql`select * from (${list}) as row where state = ${state} order by n limit ${most}`
    : sql`${list} order by row.n`
}

function excluded(_agent: AgentKey, { snapshot }: Listed, { reason, after, most }: RecipientAsk): Sql {
  const reasons = reason === undefined ? exclusionReasons : [reason]
  return sql`
    select row.n, row.person_id as "personId", row.asid, 'excluded' as state, row.reason, null as "sendId"
      from unnest(${reasons}::text[]) as wanted (reason), lateral (
        select * from campaign_recipients as one
         where one.snapshot = ${snapshot} and one.reason = wanted.reason and one.n > ${after}
         order by one.n limit ${most}) as row
     order by row.n limit ${most}`
}

/** Of the rows before, how many are sent to: places are dense, and in the order of the list. */
async function placeBefore(db: Db, _agent: AgentKey, { snapshot }: Listed, n: number): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select place from campaign_recipients
     where snapshot = ${snapshot} and n <= ${n} and place is not null order by n desc limit 1`.execute(db)
  return rows[0]?.place ?? 0
}

/** The places of all that are meant are read, and the first of them shown. */
function bySends(agent: AgentKey, campaign: Listed, ask: RecipientAsk): Sql {
  const { state, reason, after, most } = ask
  const next = sql`where place > ${after} order by place limit ${most}`
  const places = [sql`select place from (${placesOf(agent, campaign, ask)}) as met ${next}`]
  if (reason === undefined && state === restOf(campaign)) places.push(unclaimed(agent, campaign, ask))
  const rows = sql`
    select row.* from (${sql.join(
      places.map((some) => sql`(${some})`),
      sql` union all `,
    )}) as met
      join campaign_recipients as row on row.snapshot = ${campaign.snapshot} and row.place = met.place
     order by met.place limit ${most}`
  return sql`${shown(agent, campaign, rows)} order by row.n`
}

function placesOf(agent: AgentKey, campaign: Listed, ask: RecipientAsk): Sql {
  const { state, reason } = ask
  if (isHold(reason)) return openPlaces(agent, campaign, sql`held_for = ${reason} and ${leased(state)}`)
  if (reason !== undefined) {
    const inState = state === undefined ? sql`true` : sql`state = ${state}`
    return madePlaces(agent, campaign, sql`reason = ${reason} and ${inState}`)
  }
  if (state === 'queued' || state === 'sending') return openPlaces(agent, campaign, leased(state))
  if (state !== 'sent') return madePlaces(agent, campaign, sql`state = ${sql.lit(state)}`)
  return sentPlaces(agent, campaign, ask)
}

/** What is sent is in no index; what is not, is: the gaps between that, up to the last send that was made. */
function sentPlaces(agent: AgentKey, campaign: Listed, { after, most }: RecipientAsk): Sql {
  const others = madePlaces(agent, campaign, sql`state <> 'sent'`)
  return sql`
    select generate_series(gap.first, least(gap.last, gap.first + ${most})) as place
      from (select lag(place, 1, ${after}::int) over (order by place) + 1 as first, place - 1 as last
              from (${others} union all select ${claimed(agent, campaign)} + 1) as other
             where place > ${after}) as gap
     where gap.first <= gap.last order by gap.first limit ${most}`
}

const place = sql`split_part(id, '_', 3)::int as place`

function openPlaces(agent: AgentKey, campaign: Listed, condition: Sql): Sql {
  return sql`
    select ${place} from sends
     where agent_key = ${agent.key} and campaign_id = ${campaign.id} and state = 'queued' and ${condition}`
}

/**
 * From the index alone: in that of states and that of reasons sends lie in the order in which they were made, with their
 * ids, and an id tells the campaign.
 */
function madePlaces(agent: AgentKey, campaign: Listed, condition: Sql): Sql {
  const begin = idsBegin(campaign)
  return sql`
    select ${place} from sends
     where agent_key = ${agent.key} and ${condition} and queued_at >= ${campaign.startedAt ?? new Date(0)}
       and left(id, ${begin.length}) = ${begin}`
}

const claimed = (agent: AgentKey, { id }: Listed) =>
  sql`(select claimed from campaigns where agent_key = ${agent.key} and id = ${id})`

function unclaimed(agent: AgentKey, campaign: Listed, { after, most }: RecipientAsk): Sql {
  return sql`
    select place from campaign_recipients
     where snapshot = ${campaign.snapshot} and place > greatest(${after}, ${claimed(agent, campaign)})
     order by place limit ${most}`
}

function leased(state: RecipientState | undefined): Sql {
  if (state === 'sending') return sql`(lease_token is not null or unresolved)`
  return state === undefined || state === 'queued' ? sql`lease_token is null and not unresolved` : sql`false`
}
