import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { problem } from './problem.ts'
import type { AgentKey } from './route.ts'

export const idempotencyKeyLength = 200
export const idempotencyHours = 24

export type Kept = { status: number; body: string }
/** What an answer is about: everything of the agent that its path or its body names by id. */
export type Subjects = { agent: AgentKey; ids: readonly string[] }
type Claim = { caller: string; key: string; request: { method: string; path: string; body: unknown }; now: Date }

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || header.length > idempotencyKeyLength) {
    throw problem('request.invalid', 422, {
      detail: `The Idempotency-Key must have at most ${idempotencyKeyLength} characters`,
      errors: [{ field: 'Idempotency-Key', message: `must have at most ${idempotencyKeyLength} characters` }],
    })
  }
  return header
}

/**
 * Claims the key for this transaction. A second request with it waits here until the first has committed, and then
 * gets its answer; if the first came to nothing, the second takes its place.
 */
export async function claimKey(tx: Db, claim: Claim, keyring: Keyring): Promise<Kept | undefined> {
  const hash = hashOf(claim)
  await forgetIfOld(tx, claim)
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ caller: claim.caller, key: claim.key, request_hash: hash, created_at: claim.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('caller', '=', claim.caller)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow()
  if (!row.request_hash.equals(hash)) throw problem('request.idempotency_mismatch', 422)
  return { status: row.status ?? 500, body: row.body ? keyring.open(row.body, about(claim)) : '' }
}

/** Keeps the answer beside what the request wrote, in the same transaction. */
export async function keepAnswer(
  tx: Db,
  claim: Claim,
  { status, body, subjects }: Kept & { subjects?: Subjects },
  keyring: Keyring,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, body: keyring.seal(body, about(claim)), subjects: subjects ? namesOf(subjects) : [] })
    .where('caller', '=', claim.caller)
    .where('key', '=', claim.key)
    .execute()
}

/** When something goes for good, what was answered about it goes too; a repeat is then a request like any other. */
export async function forgetAnswersAbout(tx: Db, agent: AgentKey, id: string): Promise<void> {
  const names = namesOf({ agent, ids: [id] })
  await tx.deleteFrom('idempotency_keys').where(sql<boolean>`subjects && ${names}::text[]`).execute()
}

const namesOf = ({ agent, ids }: Subjects): string[] => ids.map((id) => `${agent.key}:${id}`)

/** What a new secret key could not open. */
export async function forgetAllAnswers(tx: Db): Promise<void> {
  await tx.deleteFrom('idempotency_keys').execute()
}

/** What the sweep removes. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', hoursBefore(now)).execute()
}

async function forgetIfOld(tx: Db, claim: Claim): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('caller', '=', claim.caller)
    .where('key', '=', claim.key)
    .where('created_at', '<', hoursBefore(claim.now))
    .execute()
}

function hoursBefore(now: Date): Date {
  return new Date(now.getTime() - idempotencyHours * 3_600_000)
}

function hashOf({ request }: Claim): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.path}\n${JSON.stringify(request.body) ?? ''}`)
    .digest()
}

function about(claim: Claim): string {
  return `answer of ${claim.caller} ${claim.key}`
}
