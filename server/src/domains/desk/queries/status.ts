import type { Channel } from '@parley/amf'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { DeskMove, DeskState, DeskStatus } from '../conversations/transitions.ts'
import { worksAtDesk } from './members.ts'

export type DeskConversation = {
  asid: string
  channel: Channel
  sessionId: string
  sandbox: boolean
  personId?: string
  status: DeskStatus
}

type StatusRow = Pick<
  Selectable<Tables['conversations']>,
  | 'desk_state'
  | 'desk_assignee'
  | 'desk_waiting_since'
  | 'desk_taken_at'
  | 'desk_active_at'
  | 'desk_snoozed_until'
  | 'desk_returned_at'
>

export const statusColumns = [
  'desk_state',
  'desk_assignee',
  'desk_waiting_since',
  'desk_taken_at',
  'desk_active_at',
  'desk_snoozed_until',
  'desk_returned_at',
] as const satisfies (keyof StatusRow)[]

export function toDeskStatus(row: StatusRow): DeskStatus {
  return {
    state: (row.desk_state ?? 'agent') as DeskState,
    ...(row.desk_assignee !== null && { assignee: row.desk_assignee }),
    ...(row.desk_waiting_since && { waitingSince: row.desk_waiting_since }),
    ...(row.desk_taken_at && { takenAt: row.desk_taken_at }),
    ...(row.desk_active_at && { activeAt: row.desk_active_at }),
    ...(row.desk_snoozed_until && { snoozedUntil: row.desk_snoozed_until }),
    ...(row.desk_returned_at && { returnedAt: row.desk_returned_at }),
  }
}

/** Locks the conversation until the transaction ends. */
export async function lockDeskConversation(
  tx: Db,
  agent: AgentKey,
  asid: string,
): Promise<DeskConversation | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['asid', 'channel', 'session_id', 'sandbox', ...statusColumns])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const person = await tx
    .selectFrom('identities')
    .innerJoin('people', (join) =>
      join
        .onRef('people.agent_key', '=', 'identities.agent_key')
        .onRef('people.person_key', '=', 'identities.person_key'),
    )
    .select('people.id')
    .where('identities.agent_key', '=', agent.key)
    .where('identities.asid', '=', asid)
    .executeTakeFirst()
  return {
    asid,
    channel: row.channel as Channel,
    sessionId: row.session_id,
    sandbox: row.sandbox,
    ...(person && { personId: person.id }),
    status: toDeskStatus(row),
  }
}

export async function saveDeskStatus(tx: Db, agent: AgentKey, asid: string, status: DeskStatus): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({
      desk_state: status.state === 'agent' ? null : status.state,
      desk_assignee: status.assignee ?? null,
      desk_waiting_since: status.waitingSince ?? null,
      desk_taken_at: status.takenAt ?? null,
      desk_active_at: status.activeAt ?? null,
      desk_snoozed_until: status.snoozedUntil ?? null,
      desk_returned_at: status.returnedAt ?? null,
    })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

export type NewDeskEvent = {
  asid: string
  kind: DeskMove | 'message' | 'note'
  status: DeskStatus
  memberId?: string
  messageId?: string
  note?: string
  seconds?: number
  sandbox: boolean
  at: Date
}

/** A message is recorded once. */
export async function insertDeskEvent(tx: Db, agent: AgentKey, event: NewDeskEvent): Promise<void> {
  await tx
    .insertInto('desk_events')
    .values({
      agent_key: agent.key,
      asid: event.asid,
      kind: event.kind,
      state: event.status.state,
      assignee: event.status.assignee ?? null,
      member_id: event.memberId ?? null,
      message_id: event.messageId ?? null,
      note: event.note ?? null,
      seconds: event.seconds ?? null,
      sandbox: event.sandbox,
      at: event.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type DeskConversationKey = { agent: AgentKey; asid: string }
type KeyRow = { agent_key: number; id: string; org_id: string; asid: string }

const toKey = ({ agent_key: key, id, org_id: orgId, asid }: KeyRow): DeskConversationKey => ({
  agent: { key, id, orgId },
  asid,
})

/** Held conversations whose holder has written nothing for the agent's time. @serves all tenants */
export async function findIdleConversations(db: Db, now: Date, most: number): Promise<DeskConversationKey[]> {
  const { rows } = await sql<KeyRow>`
    select c.agent_key, agents.id, agents.org_id, c.asid
      from conversations as c join agents using (agent_key)
      left join desk_settings as desk on desk.agent_key = c.agent_key
     where c.desk_state = 'human'
       and c.desk_active_at <= ${now}::timestamptz
           - make_interval(mins => coalesce((desk.settings ->> 'returnAfterMinutes')::int, 60))
     order by c.desk_active_at limit ${most}`.execute(db)
  return rows.map(toKey)
}

/** When the holder of the conversation last wrote; undefined if no member holds it. */
export async function findHeldSince(db: Db, agent: AgentKey, asid: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('desk_active_at')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('desk_state', '=', 'human')
    .executeTakeFirst()
  return row?.desk_active_at ?? undefined
}

/** Conversations assigned to people who may no longer work at the desk of the agent. @serves all tenants */
export async function findAbandonedConversations(
  db: Db,
  most: number,
): Promise<(DeskConversationKey & { assignee: string })[]> {
  const { rows } = await sql<KeyRow & { desk_assignee: string }>`
    select c.agent_key, agents.id, agents.org_id, c.asid, c.desk_assignee
      from conversations as c join agents using (agent_key)
     where c.desk_assignee is not null and not exists (
       select from members where members.org_id = agents.org_id and members.user_id = c.desk_assignee and ${worksAtDesk})
     limit ${most}`.execute(db)
  return rows.map((row) => ({ ...toKey(row), assignee: row.desk_assignee }))
}

/** Conversations assigned to a member who may no longer work at the desk of their agent. */
export async function findConversationsOfFormer(tx: Db, org: OrgKey, userId: string): Promise<DeskConversationKey[]> {
  const { rows } = await sql<KeyRow>`
    select c.agent_key, agents.id, agents.org_id, c.asid
      from agents join conversations as c on c.agent_key = agents.agent_key and c.desk_assignee = ${userId}
     where agents.org_id = ${org.id} and not exists (
       select from members where members.org_id = agents.org_id and members.user_id = ${userId} and ${worksAtDesk})
     order by c.agent_key, c.asid`.execute(tx)
  return rows.map(toKey)
}

export async function listConversationsAtDesk(tx: Db, agent: AgentKey): Promise<string[]> {
  const rows = await tx
    .selectFrom('conversations')
    .select('asid')
    .where('agent_key', '=', agent.key)
    .where('desk_state', 'in', ['waiting', 'human'])
    .orderBy('asid')
    .execute()
  return rows.map(({ asid }) => asid)
}
