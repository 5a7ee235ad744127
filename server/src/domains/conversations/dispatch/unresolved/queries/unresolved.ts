import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../../../platform/db/database.ts'
import type { Tables } from '../../../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../../../platform/http/route.ts'
import type { MessageRow } from '../../queries/message-row.ts'

export type UnresolvedRow = Selectable<Tables['unresolved_messages']>

export type NewUnresolved = {
  messageId: string
  bindingKey?: number
  initiationId?: string
  initiatedBy?: string
  dispatchStartedAt: Date
  since: Date
  until: Date
  /** Time of the first check; absent if only a receipt can still resolve the outcome. */
  dueAt?: Date
}

/** A message that was resolved before starts over, but keeps its count of redispatches. */
export async function insertUnresolved(tx: Db, agent: AgentKey, made: NewUnresolved): Promise<void> {
  const { messageId, bindingKey, initiationId, initiatedBy, dispatchStartedAt, since, until, dueAt } = made
  await sql`
    insert into unresolved_messages (agent_key, message_id, binding_key, initiation_id, initiated_by, dispatch_started_at, unresolved_since, gives_up_at, due_at)
    values (${agent.key}, ${messageId}, ${bindingKey ?? null}, ${initiationId ?? null}, ${initiatedBy ?? null}, ${dispatchStartedAt},
            ${since}, ${until}, ${dueAt ?? null})
        on conflict (agent_key, message_id) do update
       set binding_key = excluded.binding_key, initiation_id = excluded.initiation_id, initiated_by = excluded.initiated_by,
           dispatch_started_at = excluded.dispatch_started_at, unresolved_since = excluded.unresolved_since, gives_up_at = excluded.gives_up_at, due_at = excluded.due_at,
           lease_token = null, attempts = 0, crashes = 0, last_error = null`.execute(tx)
}

export type InitiationRef = { initiationId?: string; initiatedBy?: string; dispatchStartedAt?: Date }

/** Ends the search for the outcome and returns the opener. A worker that has leased the row notices by itself. */
export async function closeUnresolved(tx: Db, agent: AgentKey, messageId: string): Promise<InitiationRef> {
  await sql`
    update unresolved_messages set due_at = null
     where agent_key = ${agent.key} and message_id = ${messageId} and lease_token is null`.execute(tx)
  const row = await tx
    .selectFrom('unresolved_messages')
    .select(['initiation_id', 'initiated_by', 'dispatch_started_at'])
    .where('agent_key', '=', agent.key)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return {
    initiationId: row?.initiation_id ?? undefined,
    initiatedBy: row?.initiated_by ?? undefined,
    dispatchStartedAt: row?.dispatch_started_at,
  }
}

export async function countRedispatch(tx: Db, agent: AgentKey, messageId: string): Promise<void> {
  await sql`
    update unresolved_messages set redispatches = redispatches + 1
     where agent_key = ${agent.key} and message_id = ${messageId}`.execute(tx)
}

/** Undefined if the outcome is known by now. */
export async function findUnresolved(db: Db, agent: AgentKey, messageId: string): Promise<MessageRow | undefined> {
  return unresolved(db, agent, messageId).executeTakeFirst()
}

/** Locked until the transaction ends. */
export async function lockUnresolved(tx: Db, agent: AgentKey, messageId: string): Promise<MessageRow | undefined> {
  return unresolved(tx, agent, messageId).forUpdate().executeTakeFirst()
}

function unresolved(db: Db, agent: AgentKey, messageId: string) {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('id', '=', messageId)
    .where('unresolved_since', 'is not', null)
}

export async function findBubbleReceipt(
  db: Db,
  agent: AgentKey,
  row: MessageRow,
): Promise<'delivered' | 'read' | undefined> {
  const message = await db
    .selectFrom('dispatches')
    .select('read_at')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', row.asid)
    .where('message_key', '=', row.message_key)
    .where('bubble', '=', row.dispatched_bubbles)
    .where((one) => one.or([one('delivered_at', 'is not', null), one('read_at', 'is not', null)]))
    .executeTakeFirst()
  return message && (message.read_at ? 'read' : 'delivered')
}

type SimilarMessages = { row: MessageRow; from: Date; until: Date }

/** Counts other messages to the same person with the same text, dispatched in that time. */
export async function countSimilarMessages(
  db: Db,
  agent: AgentKey,
  { row, from, until }: SimilarMessages,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages as m
     where m.agent_key = ${agent.key} and m.asid = any(${[row.asid, row.dispatched_asid]}::text[]) and m.channel = ${row.channel}
       and m.message_key <> ${row.message_key} and m.text = ${row.text}
       and m.sent_at >= ${from} and m.sent_at <= ${until}`.execute(db)
  return rows[0]?.count ?? 0
}

const retentionMilliseconds = 2 * 86_400_000

/** Receipts count for a day; after that the outcome can no longer change. @serves all tenants */
export async function deleteResolvedMessages(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMilliseconds)
  await sql`delete from unresolved_messages where unresolved_since < ${before} and due_at is null`.execute(db)
}
