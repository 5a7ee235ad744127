import type { Channel, WindowState } from '@parley/amf'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { NewEvent } from '../deps.ts'
import type { GatewayEvent } from '../event.ts'
import type { StoredEvent } from './envelope.ts'

/**
 * Inserts events in the given order, which is the order of their keys. Their lanes are entered before the first insert.
 */
export async function insertEvents(
  db: Db,
  agent: AgentKey,
  events: readonly (NewEvent & { id: string })[],
  { entry, dueAt }: { entry: RawBuilder<unknown>; dueAt: Date },
): Promise<void> {
  const column = <T>(read: (event: NewEvent & { id: string }) => T) => events.map(read)
  const statement = sql`
    with entered as (${entry})
    insert into conversation_events (agent_key, id, asid, session_id, channel, provider, type, event, window_state, sandbox,
                                     inbound_id, at, due_at)
    select ${agent.key}, id, asid, session_id, channel, provider, type, event::json, window_state, sandbox, inbound_id, at,
           ${dueAt}
      from unnest(
             ${column(({ id }) => id)}::text[],
             ${column(({ asid }) => asid)}::text[],
             ${column(({ sessionId }) => sessionId)}::text[],
             ${column(({ channel }) => channel)}::text[],
             ${column(({ provider }) => provider)}::text[],
             ${column(({ event }) => event.type)}::text[],
             ${column(({ event }) => JSON.stringify(event))}::text[],
             ${column(({ windowState }) => windowState ?? 'open')}::text[],
             ${column(({ sandbox }) => sandbox ?? false)}::boolean[],
             ${column(({ inboundId }) => inboundId ?? null)}::text[],
             ${column(({ at }) => at)}::timestamptz[]
           ) with ordinality as new_event (id, asid, session_id, channel, provider, type, event, window_state, sandbox,
                                      inbound_id, at, place)
     where (select count(*) from entered) > 0
     order by place`
  await statement.execute(db)
}

const selectDeskState = defineStatement({
  name: 'desk_state',
  parameters: { agentKey: 'bigint', asid: 'text' },
  // With a condition on the state, an empty table is read by the index of all conversations at the desk.
  text: 'select desk_state from conversations where agent_key = :agentKey and asid = :asid',
})

/** Undefined if the agent has the conversation. @serves all tenants */
export async function findDeskState(
  db: Db,
  agent: Pick<AgentKey, 'key'>,
  asid: string,
): Promise<{ state: 'waiting' | 'human' } | undefined> {
  const bound = selectDeskState({ agentKey: agent.key, asid })
  const [row] = await runPrepared<{ desk_state: string | null }>(db, bound)
  const state = row?.desk_state
  return state === 'waiting' || state === 'human' ? { state } : undefined
}

export function toStoredEvent(row: Selectable<Tables['conversation_events']>): StoredEvent {
  return {
    id: row.id,
    asid: row.asid,
    sessionId: row.session_id,
    channel: row.channel as Channel,
    provider: row.provider,
    event: row.event as GatewayEvent,
    windowState: row.window_state as WindowState,
    sandbox: row.sandbox,
    at: row.at,
  }
}
