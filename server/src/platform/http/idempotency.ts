import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { type Problem, problem } from './problem.ts'
import type { AgentKey, Route } from './route.ts'

export const idempotencyKeyLength = 200
export const idempotencyHours = 24

export type StoredResponse = { status: number; body: string }
/** The subjects of a response: everything of the agent that its path or body names by id. */
export type ResponseSubjects = { agent: AgentKey; ids: readonly string[] }
export type IdempotencyClaim = {
  caller: string
  key: string
  request: { method: string; path: string; body: unknown }
  now: Date
}

/** A non-transactional POST to the gateway detects repeats by ids of its own. */
export const supportsIdempotencyKey = ({ method, access, transaction }: Route): boolean =>
  method === 'POST' && access.kind !== 'public' && (transaction || access.kind !== 'agent')

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
 * Claims the key for this transaction. A second request with the same key waits here until the first has committed, and
 * then gets its response; if the first rolled back, the second takes over.
 */
export async function claimIdempotencyKey(
  tx: Db,
  claim: IdempotencyClaim,
  keyring: Keyring,
): Promise<StoredResponse | undefined> {
  const found = await tryClaim(tx, claim, keyring)
  if (found === 'unanswered') throw stillPendingProblem()
  return found
}

/** Longer than any request outside of a transaction takes, so an older claim was left by a crash. */
const abandonedClaimMilliseconds = 240_000
const pauseMilliseconds = 100
/** How many times a repeat polls for the first response, ten times a second. */
const defaultPatience = 100

/**
 * Claims the key for a request that cannot run in one transaction: the claim commits at once, and `storeResponse` adds
 * the response later. A second request waits for that, then is rejected; after a crash the next one takes over.
 */
export async function claimIdempotencyKeyAlone(
  db: Db,
  claim: IdempotencyClaim,
  { keyring, patience = defaultPatience }: { keyring: Keyring; patience?: number },
): Promise<StoredResponse | undefined> {
  for (let left = patience; ; left--) {
    const found = await inTransaction(db, (tx) => tryClaim(tx, claim, keyring))
    if (found !== 'unanswered') return found
    if (left === 0) throw stillPendingProblem()
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}

const stillPendingProblem = (): Problem =>
  problem('resource.conflict', 409, {
    detail: 'The first request with this Idempotency-Key is still in progress: try again later',
  })

export async function releaseIdempotencyKey(db: Db, claim: IdempotencyClaim): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('caller', '=', claim.caller)
    .where('key', '=', claim.key)
    .where('created_at', '=', claim.now)
    .where('status', 'is', null)
    .execute()
}

async function tryClaim(
  tx: Db,
  claim: IdempotencyClaim,
  keyring: Keyring,
): Promise<StoredResponse | 'unanswered' | undefined> {
  const hash = requestHashOf(claim, keyring)
  await deleteIfExpired(tx, claim)
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ caller: claim.caller, key: claim.key, request_hash: hash, created_at: claim.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body', 'created_at'])
    .where('caller', '=', claim.caller)
    .where('key', '=', claim.key)
    .executeTakeFirst()
  // Released at this very moment.
  if (!row) return 'unanswered'
  if (!row.request_hash.equals(hash)) throw problem('request.idempotency_mismatch', 422)
  if (row.status === null) return (await takeOverClaim(tx, claim, row.created_at)) ? undefined : 'unanswered'
  return { status: row.status, body: row.body ? keyring.decrypt(row.body, encryptionContextOf(claim)) : '' }
}

async function takeOverClaim(tx: Db, { caller, key, now }: IdempotencyClaim, claimedAt: Date): Promise<boolean> {
  if (now.getTime() - claimedAt.getTime() < abandonedClaimMilliseconds) return false
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set({ created_at: now })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('created_at', '=', claimedAt)
    .where('status', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Stores the response in the transaction of the request's own writes, unless another request has taken over the claim.
 */
export async function storeResponse(
  tx: Db,
  claim: IdempotencyClaim,
  { status, body, subjects }: StoredResponse & { subjects?: ResponseSubjects },
  keyring: Keyring,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({
      status,
      body: keyring.encrypt(body, encryptionContextOf(claim)),
      subjects: subjects ? subjectNamesOf(subjects) : [],
    })
    .where('caller', '=', claim.caller)
    .where('key', '=', claim.key)
    .where('created_at', '=', claim.now)
    .execute()
}

/**
 * When a resource is deleted for good, the responses about it are deleted too; a repeat is then processed as a new
 * request.
 */
export async function deleteResponsesAbout(tx: Db, agent: AgentKey, id: string): Promise<void> {
  const names = subjectNamesOf({ agent, ids: [id] })
  await tx.deleteFrom('idempotency_keys').where(sql<boolean>`subjects && ${names}::text[]`).execute()
}

const subjectNamesOf = ({ agent, ids }: ResponseSubjects): string[] => ids.map((id) => `${agent.key}:${id}`)

/** Called when the secret key changes: the new one could not decrypt them. */
export async function deleteAllResponses(tx: Db): Promise<void> {
  await tx.deleteFrom('idempotency_keys').execute()
}

export async function deleteOldResponses(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', hoursBefore(now)).execute()
}

async function deleteIfExpired(tx: Db, claim: IdempotencyClaim): Promise<void> {
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

/** A keyed hash, because a body may contain a password. */
function requestHashOf({ request }: IdempotencyClaim, { signing }: Keyring): Buffer {
  return createHmac('sha256', Buffer.from(hkdfSync('sha256', signing, '', 'parley idempotency', 32)))
    .update(`${request.method} ${request.path}\n${JSON.stringify(request.body) ?? ''}`)
    .digest()
}

function encryptionContextOf(claim: IdempotencyClaim): string {
  return `answer of ${claim.caller} ${claim.key}`
}
