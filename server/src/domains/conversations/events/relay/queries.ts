import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { listenToChannel } from '../../../../platform/db/listen.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { RelayedAnswer } from './deps.ts'

const channel = 'parley_relay'

type ListenHandlers = Pick<Parameters<typeof listenToChannel>[0], 'onPayload' | 'onConnect' | 'onLost' | 'onFailure'>

export const listenForRelaySignals = (databaseUrl: () => string, hearing: ListenHandlers) =>
  listenToChannel({ ...hearing, databaseUrl, channel })

/** @serves all tenants */
export async function notifyRelay(db: Db, signal: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${signal})`.execute(db)
}

export type NewCall = { id: string; headers: Record<string, string>; body: string }

export async function insertCall(db: Db, agent: AgentKey, call: NewCall, signal: string): Promise<void> {
  await sql`
    with made as (
      insert into relayed_calls (agent_key, id, headers, body)
      values (${agent.key}, ${call.id}, ${JSON.stringify(call.headers)}::json, ${call.body})
      returning id
    )
    select pg_notify(${channel}, ${signal}) from made`.execute(db)
}

export type ClaimedCall = { id: string; headers: Record<string, string>; body: string }

/** Claims the unclaimed calls in the order of their creation; undefined if the listener no longer has the lease. */
export async function claimCalls(db: Db, agent: AgentKey, listener: string): Promise<ClaimedCall[] | undefined> {
  const { rows } = await sql<ClaimedCall | { id: null }>`
    with held as (
      select agent_key from relays where agent_key = ${agent.key} and listener = ${listener}
    ), taken as (
      update relayed_calls c set claimed_by = ${listener}
        from held
       where c.agent_key = held.agent_key and c.claimed_by is null
      returning c.agent_key, call_key, id, headers, body
    )
    select id, headers, body from held left join taken using (agent_key) order by call_key`.execute(db)
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null)
}

type CallRow = {
  answered: boolean
  heard: boolean
  status: number | null
  content_type: string | null
  answer: Buffer | null
  failure: string | null
}

/** Returns the answer to a call, or whether a listener still has it. */
export async function readCall(db: Db, agent: AgentKey, id: string): Promise<RelayedAnswer | 'pending' | 'noListener'> {
  const { rows } = await sql<CallRow>`
    select answered_at is not null as answered, status, content_type, answer, failure,
           exists (select from relays r where r.agent_key = c.agent_key and r.expires_at > now()
                                          and (c.claimed_by is null or c.claimed_by = r.listener)) as heard
      from relayed_calls c
     where agent_key = ${agent.key} and id = ${id}`.execute(db)
  const [row] = rows
  if (row?.answered) return toAnswer(row)
  return row?.heard ? 'pending' : 'noListener'
}

function toAnswer({ status, content_type, answer, failure }: CallRow): RelayedAnswer {
  if (status === null) return { failed: failure ?? '' }
  return { status, contentType: content_type ?? undefined, body: answer ?? Buffer.alloc(0) }
}

/** Returns false if the agent has no such call, or it is over. */
export async function answerCall(
  db: Db,
  agent: AgentKey,
  { id, answer, signal }: { id: string; answer: RelayedAnswer; signal: string },
): Promise<boolean> {
  const { status, contentType, body, failed } = { status: null, contentType: null, body: null, failed: null, ...answer }
  const { rows } = await sql`
    with answered as (
      update relayed_calls
         set answered_at = now(), status = ${status}, content_type = ${contentType ?? null}, answer = ${body},
             failure = ${failed}
       where agent_key = ${agent.key} and id = ${id} and answered_at is null
      returning id
    )
    select pg_notify(${channel}, ${signal}) from answered`.execute(db)
  return rows.length === 1
}

/** Returns the listener that had claimed the call. */
export async function deleteCall(db: Db, agent: AgentKey, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('relayed_calls')
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .returning('claimed_by')
    .executeTakeFirst()
  return row?.claimed_by ?? undefined
}

/** Deletes calls in flight about an erased person; there are a few at most. */
export async function deleteCallsAbout(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  await sql`
    delete from relayed_calls as call using unnest(${asids}::text[]) as asid
     where agent_key = ${agent.key} and strpos(call.body, asid) > 0`.execute(tx)
}

/**
 * Deletes calls of processes that died while waiting.
 * @serves all tenants
 */
export async function deleteAbandonedCalls(db: Db): Promise<void> {
  await sql`delete from relayed_calls where created_at < now() - interval '10 minutes'`.execute(db)
  await sql`delete from relays where expires_at < now() - interval '10 minutes'`.execute(db)
}
