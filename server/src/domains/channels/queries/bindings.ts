import type { Channel } from '@parley/amf'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { BindingActor, BindingMode, ChannelBinding } from '../binding.ts'
import type { BindingStatus } from '../channels.ts'

type BindingRow = Selectable<Tables['channel_bindings']>
type WorkColumns = Pick<BindingRow, 'due_at' | 'lease_token' | 'attempts' | 'crashes' | 'last_error'>

/** A live binding as the domain itself sees it. */
export type StoredBinding = {
  key: number
  id: string
  channel: Channel
  mode: BindingMode
  provider: string
  status: BindingStatus
  statusDetail?: string
  routingId?: string
  inputs: Record<string, string>
  minMessageDelayMs?: number
  complianceEnabled?: boolean
  disclaimerText?: string
  allowedOrigins: string[]
  /** Encrypted credentials. */
  sealedAuth: Buffer | null
  events: BindingEvent[]
}
export type BindingEvent = ChannelBinding['events'][number]

export type NewBinding = Pick<
  StoredBinding,
  'id' | 'channel' | 'mode' | 'provider' | 'status' | 'routingId' | 'inputs'
> & {
  auth?: Buffer
  work?: WorkColumns
  now: Date
}

/** Returns the key; undefined if the channel is already bound. */
export async function insertBinding(db: Db, agent: AgentKey, binding: NewBinding): Promise<number | undefined> {
  const row = await db
    .insertInto('channel_bindings')
    .values({
      agent_key: agent.key,
      id: binding.id,
      channel: binding.channel,
      mode: binding.mode,
      provider: binding.provider,
      status: binding.status,
      routing_id: binding.routingId ?? null,
      inputs: asJson(binding.inputs),
      auth: binding.auth ?? null,
      created_at: binding.now,
      updated_at: binding.now,
      ...binding.work,
    })
    .onConflict((conflict) => conflict.columns(['agent_key', 'channel']).where('archived_at', 'is', null).doNothing())
    .returning('binding_key')
    .executeTakeFirst()
  return row?.binding_key
}

/** Newest first; at most one per channel. */
export async function listBindings(db: Db, agent: AgentKey): Promise<StoredBinding[]> {
  const rows = await selectCurrentBindings(db, agent).orderBy('binding_key', 'desc').execute()
  return rows.map(toStoredBinding)
}

export async function findBinding(db: Db, agent: AgentKey, id: string): Promise<StoredBinding | undefined> {
  const row = await selectCurrentBindings(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toStoredBinding(row)
}

export async function lockBinding(db: Db, agent: AgentKey, id: string): Promise<StoredBinding | undefined> {
  const row = await selectCurrentBindings(db, agent).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && toStoredBinding(row)
}

type FixedColumn = 'agent_key' | 'id' | 'channel' | 'mode'
export type BindingChange = Omit<Updateable<Tables['channel_bindings']>, FixedColumn | 'inputs'> &
  Partial<Pick<StoredBinding, 'inputs'>>

export async function updateBinding(db: Db, agent: AgentKey, key: number, change: BindingChange) {
  const { inputs, ...set } = change
  await db
    .updateTable('channel_bindings')
    .set({ ...set, ...(inputs && { inputs: asJson(inputs) }) })
    .where('agent_key', '=', agent.key)
    .where('binding_key', '=', key)
    .execute()
}

type NewEvent = { from?: BindingStatus; to: BindingStatus; note?: string; actor: BindingActor; at: Date }

export async function insertBindingEvent(db: Db, agent: AgentKey, key: number, event: NewEvent): Promise<void> {
  await db
    .insertInto('channel_binding_events')
    .values({
      agent_key: agent.key,
      binding_key: key,
      at: event.at,
      from_status: event.from ?? null,
      to_status: event.to,
      note: event.note ?? null,
      actor: event.actor,
    })
    .execute()
}

export async function deleteBinding(db: Db, agent: AgentKey, key: number): Promise<void> {
  await db.deleteFrom('channel_bindings').where('agent_key', '=', agent.key).where('binding_key', '=', key).execute()
}

/** Takes over the carrier's routing id from a released binding of the channel. */
export async function claimArchivedRoutingId(db: Db, agent: AgentKey, channel: Channel): Promise<string | undefined> {
  const rows = await db
    .deleteFrom('channel_bindings')
    .where('agent_key', '=', agent.key)
    .where('channel', '=', channel)
    .where('archived_at', 'is not', null)
    .returning('routing_id')
    .execute()
  return rows.find((row) => row.routing_id !== null)?.routing_id ?? undefined
}

/** Reads the full agent key, of which a work row stores only the number. */
export async function readFullAgentKey(db: Db, agent: AgentKey): Promise<AgentKey> {
  const row = await db
    .selectFrom('agents')
    .select(['id', 'org_id'])
    .where('agent_key', '=', agent.key)
    .executeTakeFirstOrThrow()
  return { key: agent.key, id: row.id, orgId: row.org_id }
}

/** The generated type of a json column with a default rejects the text that the driver expects. */
const asJson = (value: object) => sql<never>`${JSON.stringify(value)}`

type EventJson = { at: string; from: BindingStatus | null; to: BindingStatus; note: string | null; actor: BindingActor }

function selectCurrentBindings(db: Db, agent: AgentKey) {
  const events = sql<EventJson[]>`
    (select coalesce(json_agg(json_build_object('at', at, 'from', from_status, 'to', to_status, 'note', note,
                                                'actor', actor) order by entry), '[]'::json)
       from channel_binding_events as event
      where event.agent_key = channel_bindings.agent_key and event.binding_key = channel_bindings.binding_key)`
  return db
    .selectFrom('channel_bindings')
    .select(['binding_key', 'id', 'channel', 'mode', 'provider', 'status', 'status_detail', 'routing_id', 'inputs'])
    .select([
      'min_message_delay_ms',
      'compliance_enabled',
      'disclaimer_text',
      'allowed_origins',
      'auth',
      events.as('events'),
    ])
    .where('agent_key', '=', agent.key)
    .where('archived_at', 'is', null)
}

type CurrentBindingRow = Awaited<ReturnType<ReturnType<typeof selectCurrentBindings>['executeTakeFirstOrThrow']>>

function toStoredBinding(row: CurrentBindingRow): StoredBinding {
  return {
    key: row.binding_key,
    id: row.id,
    channel: row.channel as Channel,
    mode: row.mode as BindingMode,
    provider: row.provider,
    status: row.status as BindingStatus,
    statusDetail: row.status_detail ?? undefined,
    routingId: row.routing_id ?? undefined,
    inputs: row.inputs as Record<string, string>,
    minMessageDelayMs: row.min_message_delay_ms ?? undefined,
    complianceEnabled: row.compliance_enabled ?? undefined,
    disclaimerText: row.disclaimer_text ?? undefined,
    allowedOrigins: row.allowed_origins ?? [],
    sealedAuth: row.auth,
    events: row.events.map(toEvent),
  }
}

function toEvent({ at, from, to, note, actor }: EventJson): BindingEvent {
  return { at: new Date(at).toISOString(), ...(from && { from }), to, ...(note !== null && { note }), actor }
}

/** Includes archived bindings. @serves all tenants */
export async function listAllAuth(tx: Db): Promise<{ agent_key: number; id: string; auth: Buffer }[]> {
  return tx
    .selectFrom('channel_bindings')
    .select(['agent_key', 'id', 'auth'])
    .where('auth', 'is not', null)
    .$narrowType<{ auth: Buffer }>()
    .forUpdate()
    .execute()
}

export async function updateAuth(tx: Db, agent: AgentKey, id: string, auth: Buffer): Promise<void> {
  await tx
    .updateTable('channel_bindings')
    .set({ auth })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}
