import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../../platform/db/newest-first.ts'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../../platform/http/page.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ReplayedConversation, ReplayedTurn, ReplayState, ReplayVerdict } from '../replay.ts'

export type ReplayConversationRow = Selectable<Tables['replay_conversations']>
export type ReplayLease = { id: string; token: string | null }

/**
 * Adds the newest real sessions of the time in which the agent answered something, and makes the first of them due.
 * Returns how many there are.
 */
export async function insertSessions(
  tx: Db,
  agent: AgentKey,
  { id, start, end, channel, limit }: Pick<ReplayState, 'id' | 'start' | 'end' | 'channel' | 'limit'>,
  { window, oldest, now }: { window: number; oldest: Date; now: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into replay_conversations (agent_key, id, replay_id, n, session_id, asid, session_at, due_at)
    select agent_key, ${id} || '.' || n, ${id}, n, id, asid, started_at,
           case when n <= ${window} then ${now}::timestamptz end
      from (select agent_key, id, asid, started_at, (row_number() over (order by started_at desc, id desc))::int as n
              from sessions as s
             where agent_key = ${agent.key} and not sandbox and started_at >= ${start} and started_at < ${end}
               and started_at >= ${oldest}
               ${channel === undefined ? sql`` : sql`and channel = ${channel}`}
               and (exists (select from turns as t where t.agent_key = s.agent_key and t.session_id = s.id
                               and t.asid = s.asid and t.event_id is not null)
                    or exists (select from messages as m where m.agent_key = s.agent_key and m.asid = s.asid
                                  and m.session_id = s.id and m.event_id is not null and m.origin = 'agent'))
             order by started_at desc, id desc limit ${limit}) as chosen`.execute(tx)
  return Number(numAffectedRows)
}

const selectFromReplay = (db: Db, agent: AgentKey, replayId: string) =>
  db.selectFrom('replay_conversations').where('agent_key', '=', agent.key).where('replay_id', '=', replayId)
const updateConversation = (tx: Db, agent: AgentKey, id: string) =>
  tx.updateTable('replay_conversations').where('agent_key', '=', agent.key).where('id', '=', id)

/** Returns false when another process now has the lease, or the person was erased. */
export async function lockLeasedConversation(tx: Db, agent: AgentKey, { id, token }: ReplayLease): Promise<boolean> {
  const row = await tx
    .selectFrom('replay_conversations')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function markConversationRunning(tx: Db, agent: AgentKey, id: string, now: Date): Promise<void> {
  await updateConversation(tx, agent, id).set({ state: 'running', started_at: now, sandbox_asid: null }).execute()
}

/** Stores the sandbox identity in the leased row, in the transaction that creates it. */
export async function storeReplayPerson(
  tx: Db,
  agent: AgentKey,
  { id, token }: ReplayLease,
  asid: string,
): Promise<void> {
  const { numUpdatedRows } = await updateConversation(tx, agent, id)
    .set({ sandbox_asid: asid })
    .where('lease_token', '=', token)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('another process took over the conversation')
}

export type ConversationOutcome = {
  verdict: ReplayVerdict
  turns: ReplayedTurn[]
  /** Amounts by currency. */
  cost?: Record<string, number>
}

export const toVerdictColumns = ({ verdict, turns, cost }: ConversationOutcome, now: Date) => ({
  ...{ state: 'completed', verdict, turns: JSON.stringify(turns), turn_count: turns.length },
  ...{ cost: cost ? JSON.stringify(cost) : null, sandbox_asid: null, finished_at: now },
})

export const toSkippedColumns = (now: Date) => ({ state: 'skipped', sandbox_asid: null, finished_at: now })

export async function completeConversation(
  tx: Db,
  agent: AgentKey,
  { id, outcome, now }: { id: string; outcome: ConversationOutcome; now: Date },
): Promise<void> {
  await updateConversation(tx, agent, id).set(toVerdictColumns(outcome, now)).execute()
}

export async function deleteConversation(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await tx.deleteFrom('replay_conversations').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

export async function hasOpenConversations(tx: Db, agent: AgentKey, replayId: string): Promise<boolean> {
  const row = await selectFromReplay(tx, agent, replayId)
    .select('id')
    .where('state', 'in', ['pending', 'running'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes the next conversations due, so that at most `window` of the replay are. The caller has locked the replay. */
export async function enqueueNext(
  tx: Db,
  agent: AgentKey,
  replayId: string,
  { window, now }: { window: number; now: Date },
): Promise<void> {
  await sql`
    update replay_conversations set due_at = ${now}::timestamptz
     where agent_key = ${agent.key} and id in (
       select id from replay_conversations
        where agent_key = ${agent.key} and replay_id = ${replayId} and state = 'pending' and due_at is null
        order by n
        limit greatest(0, ${window} - (
          select count(*) from replay_conversations
           where agent_key = ${agent.key} and replay_id = ${replayId} and due_at is not null)))`.execute(tx)
}

/** Those that are being played end by themselves. */
export async function skipPendingConversations(tx: Db, agent: AgentKey, replayId: string, now: Date): Promise<void> {
  await tx
    .updateTable('replay_conversations')
    .set({ ...toSkippedColumns(now), due_at: null })
    .where('agent_key', '=', agent.key)
    .where('replay_id', '=', replayId)
    .where('state', '=', 'pending')
    .where('lease_token', 'is', null)
    .execute()
}

type ConversationFilter = PageQuery & { verdict?: ReplayVerdict }

/** The compared conversations, newest session first. */
export async function listReplayedConversations(
  db: Db,
  agent: AgentKey,
  replayId: string,
  { verdict, ...page }: ConversationFilter,
): Promise<ListPage<ReplayedConversation>> {
  const compared = selectFromReplay(db, agent, replayId)
    .select(['session_id', 'session_at', 'verdict', 'turns'])
    .where('verdict', 'is not', null)
    .$if(verdict !== undefined, (query) => query.where('verdict', '=', verdict as string))
  const rows = await pageNewestFirst(compared, page, { at: 'session_at', id: 'session_id' }).execute()
  return toListPage(
    rows,
    page.limit,
    ({ session_at: at, session_id: id }) => ({ at, id }),
    (row) => ({
      sessionId: row.session_id,
      verdict: row.verdict as ReplayVerdict,
      turns: (row.turns ?? []) as ReplayedTurn[],
    }),
  )
}

export async function findReplayedSession(
  db: Db,
  agent: AgentKey,
  { replayId, sessionId }: { replayId: string; sessionId: string },
): Promise<{ asid: string } | undefined> {
  return selectFromReplay(db, agent, replayId)
    .select('asid')
    .where('session_id', '=', sessionId)
    .limit(1)
    .executeTakeFirst()
}
