import type { Channel } from '@parley/amf'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../../platform/db/newest-first.ts'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../../platform/http/page.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ReplayCounters, ReplayState, ReplayStatus } from '../replay.ts'

const selectFromReplays = (db: Db, agent: AgentKey) =>
  db.selectFrom('replays').selectAll().where('agent_key', '=', agent.key)

export async function insertReplay(
  tx: Db,
  agent: AgentKey,
  { id, draftId, version, start, end, channel, limit, createdAt }: Omit<ReplayState, 'status'>,
): Promise<void> {
  await tx
    .insertInto('replays')
    .values({
      ...{ agent_key: agent.key, id, status: 'running', draft_id: draftId ?? null, version: version ?? null },
      ...{ span_start: start, span_end: end, channel: channel ?? null, max_sessions: limit, created_at: createdAt },
    })
    .execute()
}

export async function findReplay(db: Db, agent: AgentKey, id: string): Promise<ReplayState | undefined> {
  const row = await selectFromReplays(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toReplay(row)
}

/** Locks the replay until the transaction ends. Lock order everywhere: a conversation before its replay. */
export async function lockReplay(tx: Db, agent: AgentKey, id: string): Promise<ReplayState | undefined> {
  const row = await selectFromReplays(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toReplay(row)
}

export async function findReplayStatus(db: Db, agent: AgentKey, id: string): Promise<ReplayStatus | undefined> {
  return (await findReplay(db, agent, id))?.status
}

export async function listReplays(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<ReplayState>> {
  const rows = await pageNewestFirst(selectFromReplays(db, agent), page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(rows, page.limit, ({ created_at: at, id }) => ({ at, id }), toReplay)
}

export async function countRunningReplays(tx: Db, agent: AgentKey): Promise<number> {
  const { count } = await tx
    .selectFrom('replays')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('agent_key', '=', agent.key)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Blocks other starts of replays of the agent until the transaction ends. */
export async function lockReplayStarts(tx: Db, agent: AgentKey): Promise<void> {
  await tx.selectFrom('agents').select('agent_key').where('agent_key', '=', agent.key).forNoKeyUpdate().execute()
}

type ReplayEnd = { id: string; status: ReplayStatus; now: Date; failReason?: string }

export async function endReplay(tx: Db, agent: AgentKey, { id, status, now, failReason }: ReplayEnd): Promise<void> {
  await tx
    .updateTable('replays')
    .set({ status, finished_at: now, fail_reason: failReason ?? null })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}

type CountRow = Omit<ReplayCounters, 'cost'> & { replayId: string }
type CostRow = { replayId: string; currency: string; amount: number }

/** Counts the conversations of these replays, so that the counts never include an erased person. */
export async function countReplays(
  db: Db,
  agent: AgentKey,
  ids: readonly string[],
): Promise<Map<string, ReplayCounters>> {
  const theirs = sql`agent_key = ${agent.key} and replay_id = any(${[...ids]}::text[])`
  const counted = await sql<CountRow>`
    select replay_id as "replayId", count(*)::int as conversations, coalesce(sum(turn_count), 0)::int as turns,
           count(*) filter (where verdict = 'same')::int as same,
           count(*) filter (where verdict = 'changed')::int as changed,
           count(*) filter (where verdict = 'error')::int as errors
      from replay_conversations where ${theirs} group by 1`.execute(db)
  const { rows: costs } = await sql<CostRow>`
    select replay_id as "replayId", cost.key as currency, sum(cost.value::numeric)::float8 as amount
      from replay_conversations, json_each_text(replay_conversations.cost) as cost where ${theirs} group by 1, 2`.execute(
    db,
  )
  return new Map(
    counted.rows.map(({ replayId, ...counts }) => {
      const [only, ...others] = costs.filter((cost) => cost.replayId === replayId)
      const cost =
        only && others.length === 0
          ? { amount: Math.round(only.amount * 1e8) / 1e8, currency: only.currency }
          : undefined
      return [replayId, { ...counts, ...(cost && { cost }) }]
    }),
  )
}

const toReplay = (row: Selectable<Tables['replays']>): ReplayState => ({
  id: row.id,
  status: row.status as ReplayStatus,
  ...(row.draft_id !== null && { draftId: row.draft_id }),
  ...(row.version !== null && { version: row.version }),
  start: row.span_start,
  end: row.span_end,
  limit: row.max_sessions,
  ...(row.channel !== null && { channel: row.channel as Channel }),
  ...(row.fail_reason !== null && { failReason: row.fail_reason }),
  createdAt: row.created_at,
  ...(row.finished_at && { finishedAt: row.finished_at }),
})
