import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { type Problem, problem } from './problem.ts'
import type { AgentKey, Route } from './route.ts'

export const idempotencyKeyLength = 200
export const idempotencyHours = 24

export type Kept = { status: number; body: string }
/** What an answer is about: everything of the agent that its path or its body names by id. */
export type Subjects = { agent: AgentKey; ids: readonly string[] }
export type Claim = { caller: string; key: string; request: { method: string; path: string; body: unknown }; now: Date }

/** A POST to the gateway that is no transaction has ids of its own for repeats. */
export const isRepeatable = ({ method, access, transaction }: Route): boolean =>
  method === 'POST' && access.door !== 'public' && (transaction || access.door !== 'agent')

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
  const found = await tryClaim(tx, claim, keyring)
  if (found === 'unanswered') throw stillUnanswered()
  return found
}

/** Longer than anything takes that is answered outside a transaction, so that a claim this old is left of a crash. */
const unansweredMilliseconds = 240_000
const pauseMilliseconds = 100
/** How often a repeat looks whether the first is answered, ten times a second. */
const usualPatience = 100

/**
 * Claims the key for what cannot run in one transaction: the claim is kept at once and its answer later, by
 * `keepAnswer`. A second request waits for that, then is refused; after a crash the next one takes its place.
 */
export async function claimApart(
  db: Db,
  claim: Claim,
  { keyring, patience = usualPatience }: { keyring: Keyring; patience?: number },
): Promise<Kept | undefined> {
  for (let left = patience; ; left--) {
    const found = await inTransaction(db, (tx) => tryClaim(tx, claim, keyring))
    if (found !== 'unanswered') return found
    if (left === 0) throw stillUnanswered()
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}

const stillUnanswered = (): Problem =>
  problem('resource.conflict', 409, {
    detail: 'The first request with this Idempotency-Key is not answered yet: try again in a moment',
  })

/** Lets the next request with the key run. */
export async function releaseKey(db: Db, claim: Claim): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('caller', '=', claim.caller)
    .where('key', '=', claim.key)
    .where('created_at', '=', claim.now)
    .where('status', 'is', null)
    .execute()
}

async function tryClaim(tx: Db, claim: Claim, keyring: Keyring): Promise<Kept | 'unanswered' | undefined> {
  const hash = hashOf(claim, keyring)
  await forgetIfOld(tx, claim)
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
  // Released in this very moment.
  if (!row) return 'unanswered'
  if (!row.request_hash.equals(hash)) throw problem('request.idempotency_mismatch', 422)
  if (row.status === null) return (await takeOver(tx, claim, row.created_at)) ? undefined : 'unanswered'
  return { status: row.status, body: row.body ? keyring.open(row.body, about(claim)) : '' }
}

async function takeOver(tx: Db, { caller, key, now }: Claim, claimedAt: Date): Promise<boolean> {
  if (now.getTime() - claimedAt.getTime() < unansweredMilliseconds) return false
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

/** Keeps the answer beside what the request wrote, in the same transaction; unless somebody has taken the claim over. */
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
    .where('created_at', '=', claim.now)
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

/** Keyed: a body may hold a password. */
function hashOf({ request }: Claim, { signing }: Keyring): Buffer {
  return createHmac('sha256', Buffer.from(hkdfSync('sha256', signing, '', 'parley idempotency', 32)))
    .update(`${request.method} ${request.path}\n${JSON.stringify(request.body) ?? ''}`)
    .digest()
}

function about(claim: Claim): string {
  return `answer of ${claim.caller} ${claim.key}`
}
