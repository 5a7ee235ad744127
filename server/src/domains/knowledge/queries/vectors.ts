import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { EmbeddableEntry } from '../embeddings/vector.ts'
import type { EntryKind } from '../entry.ts'

/** Identifies an entry, with the hash of its text at the time its vector was made. */
export type EntryRef = { kind: EntryKind; id: string; hash: string }
export type StaleEntry = EntryRef & EmbeddableEntry
export type NewVector = EntryRef & { vector: readonly number[] }

/** Increase this when the way vectors are made changes; all vectors are then rebuilt. */
const embeddingMethod = 1

/** Hash of the text from which the vector of entry `e` is made. */
export const textHash = sql`sha256(convert_to(
  concat_ws(E'\\x1f', ${sql.lit(embeddingMethod)}, e.title, e.text, array_to_string(e.phrases, E'\\x1f')), 'UTF8'))`

/** Passages of an agent beyond this limit are found by words alone. */
const maxVectors = 20_000

/** Database time truncated to the milliseconds that JavaScript has, so that a committed row is already due. */
const nowSql = sql`date_trunc('milliseconds', now())`

/** Runs in the transaction that changes entries. */
export async function markEmbeddingsDue(db: Db, agent: AgentKey): Promise<void> {
  await sql`
    insert into knowledge_embedding_states as m (agent_key, due_at) values (${agent.key}, ${nowSql})
        on conflict (agent_key) do update
       set due_at = ${nowSql}, lease_token = null, attempts = 0, crashes = 0, last_error = null`.execute(db)
}

/** Entries whose vector is missing or was made from another text, Facts first. */
export async function listStaleEntries(db: Db, agent: AgentKey, most: number): Promise<StaleEntry[]> {
  const { rows } = await sql<StaleEntry>`
    select e.kind, e.id, e.title, left(e.text, 1000) as text, e.phrases, encode(${textHash}, 'hex') as hash
      from knowledge_entries e
      left join knowledge_vectors v on v.agent_key = e.agent_key and v.kind = e.kind and v.id = e.id
     where e.agent_key = ${agent.key} and v.text_hash is distinct from ${textHash}
       and (v.id is not null or e.kind <> 'passage'
            or (select count(*) from knowledge_vectors where agent_key = ${agent.key}) < ${maxVectors})
     order by e.kind = 'fact' desc, e.kind = 'thing' desc, e.id limit ${most}`.execute(db)
  return rows
}

/**
 * Writes vectors of entries that still exist. Increasing the version first makes this wait for a concurrent deletion of
 * the agent.
 */
export async function writeVectors(db: Db, agent: AgentKey, written: readonly NewVector[]): Promise<void> {
  await sql`
    with drawn as (
      update knowledge_embedding_states set version = version + 1 where agent_key = ${agent.key} returning agent_key)
    insert into knowledge_vectors (agent_key, kind, id, text_hash, vector)
    select e.agent_key, e.kind, e.id, decode(given.hash, 'hex'), given.vector
      from drawn
     cross join jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as given (kind text, id text, hash text, vector real[])
      join knowledge_entries e on e.agent_key = drawn.agent_key and e.kind = given.kind and e.id = given.id
        on conflict (agent_key, kind, id) do update set text_hash = excluded.text_hash, vector = excluded.vector`.execute(
    db,
  )
}

/**
 * Deletes vectors of entries that no longer exist. Locks the agent's row first, like `writeVectors`, to avoid
 * deadlocks.
 */
export async function deleteOrphanedVectors(db: Db, agent: AgentKey): Promise<void> {
  await sql`
    with held as materialized (
      select agent_key from knowledge_embedding_states where agent_key = ${agent.key} for update),
    lost as (
      delete from knowledge_vectors v using held
       where v.agent_key = held.agent_key and not exists (
         select from knowledge_entries e where e.agent_key = v.agent_key and e.kind = v.kind and e.id = v.id)
      returning v.id)
    update knowledge_embedding_states set version = version + 1
     where agent_key = ${agent.key} and exists (select from lost)`.execute(db)
}

/** Returns 0 when there are no vectors yet. */
export async function readVectorsVersion(db: Db, agent: AgentKey): Promise<number> {
  const row = await db
    .selectFrom('knowledge_embedding_states')
    .select('version')
    .where('agent_key', '=', agent.key)
    .executeTakeFirst()
  return row?.version ?? 0
}

export async function listVectors(db: Db, agent: AgentKey): Promise<EntryRef[]> {
  const { rows } = await sql<EntryRef>`
    select kind, id, encode(text_hash, 'hex') as hash from knowledge_vectors
     where agent_key = ${agent.key} limit ${2 * maxVectors}`.execute(db)
  return rows
}

export type StoredVector = EntryRef & { vector: Float32Array }

/** Reads vectors in binary: parsing the numbers of a thousand entries as text would block the event loop. */
export async function readVectors(db: Db, agent: AgentKey, names: readonly EntryRef[]): Promise<StoredVector[]> {
  const { rows } = await sql<EntryRef & { sent: Buffer }>`
    select v.kind, v.id, encode(v.text_hash, 'hex') as hash, array_send(v.vector) as sent
      from unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ id }) => id)}::text[]) as given (kind, id)
      join knowledge_vectors v on v.agent_key = ${agent.key} and v.kind = given.kind and v.id = given.id`.execute(db)
  return rows.map(({ sent, ...name }) => ({ ...name, vector: decodeFloat4Array(sent) }))
}

/**
 * Decodes PostgreSQL's binary array format: a header of 20 bytes, then 4 bytes of length and 4 bytes of value per
 * element.
 */
function decodeFloat4Array(sent: Buffer): Float32Array {
  const numbers = new Float32Array(Math.max(0, Math.floor((sent.length - 20) / 8)))
  for (let at = 0; at < numbers.length; at++) numbers[at] = sent.readFloatBE(24 + 8 * at)
  return numbers
}
