import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { EmbeddableEntry } from '../embeddings/vector.ts'
import type { EntryKind } from '../entry.ts'

/** An entry by its name, and the hash of what it said when its vector was made. */
export type EntryRef = { kind: EntryKind; id: string; hash: string }
export type StaleEntry = EntryRef & EmbeddableEntry
export type NewVector = EntryRef & { vector: readonly number[] }

/** Another way of making vectors takes another number, and all are made anew. */
const embeddingMethod = 1

/** Of what the vector of an entry `e` is made from. */
export const textHash = sql`sha256(convert_to(
  concat_ws(E'\\x1f', ${sql.lit(embeddingMethod)}, e.title, e.text, array_to_string(e.phrases, E'\\x1f')), 'UTF8'))`

/** Of an agent with more than these, the rest of the passages is found by words alone. */
const maxVectors = 20_000

/** The clock is the database's, in the milliseconds of ours: what is committed is due. */
const nowSql = sql`date_trunc('milliseconds', now())`

/** One statement in the transaction that changes entries. */
export async function markEmbeddingsDue(db: Db, agent: AgentKey): Promise<void> {
  await sql`
    insert into knowledge_meanings as m (agent_key, due_at) values (${agent.key}, ${nowSql})
        on conflict (agent_key) do update
       set due_at = ${nowSql}, lease_token = null, attempts = 0, crashes = 0, last_error = null`.execute(db)
}

/** Entries whose vector is missing, or was made from another text: Facts first. */
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

/** Of entries that are still there. Drawing the version first makes this wait for whoever deletes the agent. */
export async function writeVectors(db: Db, agent: AgentKey, written: readonly NewVector[]): Promise<void> {
  await sql`
    with drawn as (
      update knowledge_meanings set version = version + 1 where agent_key = ${agent.key} returning agent_key)
    insert into knowledge_vectors (agent_key, kind, id, text_hash, vector)
    select e.agent_key, e.kind, e.id, decode(given.hash, 'hex'), given.vector
      from drawn
     cross join jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as given (kind text, id text, hash text, vector real[])
      join knowledge_entries e on e.agent_key = drawn.agent_key and e.kind = given.kind and e.id = given.id
        on conflict (agent_key, kind, id) do update set text_hash = excluded.text_hash, vector = excluded.vector`.execute(
    db,
  )
}

/** Of entries that are gone. The agent's row is locked first here too, so that nobody waits in a circle. */
export async function deleteOrphanedVectors(db: Db, agent: AgentKey): Promise<void> {
  await sql`
    with held as materialized (
      select agent_key from knowledge_meanings where agent_key = ${agent.key} for update),
    lost as (
      delete from knowledge_vectors v using held
       where v.agent_key = held.agent_key and not exists (
         select from knowledge_entries e where e.agent_key = v.agent_key and e.kind = v.kind and e.id = v.id)
      returning v.id)
    update knowledge_meanings set version = version + 1
     where agent_key = ${agent.key} and exists (select from lost)`.execute(db)
}

/** Nought when there are no vectors yet. */
export async function readVectorsVersion(db: Db, agent: AgentKey): Promise<number> {
  const row = await db
    .selectFrom('knowledge_meanings')
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

/** As bytes: reading the numbers of a thousand entries as text would hold everybody up. */
export async function readVectors(db: Db, agent: AgentKey, names: readonly EntryRef[]): Promise<StoredVector[]> {
  const { rows } = await sql<EntryRef & { sent: Buffer }>`
    select v.kind, v.id, encode(v.text_hash, 'hex') as hash, array_send(v.vector) as sent
      from unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ id }) => id)}::text[]) as given (kind, id)
      join knowledge_vectors v on v.agent_key = ${agent.key} and v.kind = given.kind and v.id = given.id`.execute(db)
  return rows.map(({ sent, ...name }) => ({ ...name, vector: decodeFloat4Array(sent) }))
}

/** PostgreSQL's own form of an array: a head of 20 bytes, then the length and the number, of 4 bytes each. */
function decodeFloat4Array(sent: Buffer): Float32Array {
  const numbers = new Float32Array(Math.max(0, Math.floor((sent.length - 20) / 8)))
  for (let at = 0; at < numbers.length; at++) numbers[at] = sent.readFloatBE(24 + 8 * at)
  return numbers
}
