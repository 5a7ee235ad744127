import type { Channel } from '@parley/amf'
import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { BindingState, BindingStatus } from '../channels.ts'

/** A live binding and its agent, read for every message in and out. */
export type LiveRow = {
  agent_key: number
  agent_id: string
  org_id: string
  binding_key: number
  id: string
  channel: Channel
  mode: 'managed' | 'unmanaged'
  provider: string
  status: BindingStatus
  routing_id: string | null
  auth: Buffer | null
  min_message_delay_ms: number | null
  compliance_enabled: boolean | null
  disclaimer_text: string | null
  allowed_origins: string[] | null
}

const columns = `agent_key, agents.id as agent_id, org_id, binding_key, binding.id, channel, mode, provider, status, routing_id,
  auth, min_message_delay_ms, compliance_enabled, disclaimer_text, allowed_origins`

const byAgent = defineStatement({
  name: 'channel_bindings_by_agent',
  parameters: { agentKeys: 'bigint[]' },
  text: `select ${columns} from channel_bindings as binding join agents using (agent_key)
          where agent_key = any(:agentKeys::bigint[]) and archived_at is null order by binding_key`,
})

const byId = defineStatement({
  name: 'channel_bindings_by_id',
  parameters: { ids: 'text[]' },
  text: `select ${columns} from channel_bindings as binding join agents using (agent_key)
          where binding.id = any(:ids::text[]) and archived_at is null`,
})

export type LiveBindingReader = {
  listForAgent(agentKey: number, tx?: Db): Promise<LiveRow[]>
  find(bindingId: string): Promise<LiveRow | undefined>
}

/** Reads in the same tick share a statement, unless they must run inside a transaction. @serves all tenants */
export function createLiveBindingReader(db: Db): LiveBindingReader {
  const gathered = batch((keys: number[]) => listBindingsByAgent(db, keys))
  const find = batch((ids: string[]) => findBindingsById(db, ids))
  return {
    listForAgent: async (key, tx) => (tx ? ((await listBindingsByAgent(tx, [key]))[0] ?? []) : gathered(key)),
    // The id comes from a URL and may contain NUL, which the database rejects; that would fail every read in the same
    // batch.
    find: async (id) => (id.includes('\0') ? undefined : find(id)),
  }
}

/** @serves all tenants */
async function listBindingsByAgent(db: Db, keys: number[]): Promise<LiveRow[][]> {
  const rows = await runPrepared<LiveRow>(db, byAgent({ agentKeys: [...new Set(keys)] }))
  const found = Map.groupBy(rows, (row) => row.agent_key)
  return keys.map((key) => found.get(key) ?? [])
}

/** @serves all tenants */
async function findBindingsById(db: Db, ids: string[]): Promise<(LiveRow | undefined)[]> {
  const rows = await runPrepared<LiveRow>(db, byId({ ids: [...new Set(ids)] }))
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

type BindingRow = Omit<BindingState, 'carrier'> & { provider: string }

/** In the order in which they were bound. @serves all tenants */
export async function listBindingStates(db: Db, agentKeys: readonly number[]): Promise<BindingRow[]> {
  const rows = await db
    .selectFrom('channel_bindings')
    .select([
      ...(['agent_key as agentKey', 'id', 'channel', 'provider', 'status', 'status_detail as statusDetail'] as const),
      'updated_at as updatedAt',
    ])
    .where('agent_key', 'in', [...agentKeys, 0])
    .where('archived_at', 'is', null)
    .orderBy('agent_key')
    .orderBy('binding_key')
    .execute()
  return rows as BindingRow[]
}
