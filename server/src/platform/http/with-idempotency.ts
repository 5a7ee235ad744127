import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Keyring } from '../secrets/keyring.ts'
import type { World } from '../world.ts'
import {
  claimIdempotencyKey,
  claimIdempotencyKeyAlone,
  type IdempotencyClaim,
  type ResponseSubjects,
  releaseIdempotencyKey,
  storeResponse,
} from './idempotency.ts'
import { Problem, problemBody } from './problem.ts'
import type { AnyRouteContext, Route } from './route.ts'

export type HandlerResult = {
  status: number
  body: string | Buffer | Readable
  type?: string
  headers: Record<string, string>
}

type KeyedRequest = { key: string; path: string; body: unknown; act: () => Promise<HandlerResult> }

/** Handles a request with an Idempotency-Key. A rejection is stored as the response, just like a success. */
export async function withIdempotency(
  route: Route,
  context: AnyRouteContext,
  { key, path, body: sent, act }: KeyedRequest,
  deps: { world: World; keyring: Keyring },
): Promise<HandlerResult> {
  const { method, transaction } = route
  const request = { method, path, body: sent }
  const claim = { caller: callerKeyOf(context), key, request, now: deps.world.now() }
  const stored = await (transaction
    ? claimIdempotencyKey(context.tx, claim, deps.keyring)
    : claimIdempotencyKeyAlone(context.tx, claim, deps))
  if (stored) return { ...stored, headers: { 'idempotency-replayed': 'true' } }
  const outcome = await (transaction ? withSavepoint(context, act) : releaseKeyOnError(context, claim, act))
  if (outcome.body instanceof Readable) throw new Error(`${route.path} streams its response, which cannot be stored`)
  const body = outcome.body.toString()
  const subjects = subjectsOf(context, outcome.type ? undefined : body)
  await storeResponse(context.tx, claim, { status: outcome.status, body, subjects }, deps.keyring)
  return outcome
}

function subjectsOf({ agent, params }: AnyRouteContext, json: string | undefined): ResponseSubjects | undefined {
  if (!agent) return undefined
  const { org: _, agent: __, ...named } = params as Record<string, string>
  const { id } = (json ? JSON.parse(json) : {}) as { id?: unknown }
  return { agent, ids: [...Object.values(named), ...(typeof id === 'string' ? [id] : [])] }
}

/** A rejection rolls back the handler's writes, but not the claim of the key in the same transaction. */
async function withSavepoint(context: AnyRouteContext, act: () => Promise<HandlerResult>): Promise<HandlerResult> {
  await sql`savepoint handling`.execute(context.tx)
  try {
    return await act()
  } catch (error) {
    const refusal = toProblemResult(error, context)
    await sql`rollback to savepoint handling`.execute(context.tx)
    return refusal
  }
}

/** For handlers without a transaction: an unexpected error releases the key, so that a repeat can run. */
async function releaseKeyOnError(
  context: AnyRouteContext,
  claim: IdempotencyClaim,
  act: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
  try {
    return await act().catch((error) => toProblemResult(error, context))
  } catch (error) {
    await releaseIdempotencyKey(context.tx, claim)
    throw error
  }
}

/** Rethrows unexpected errors. */
function toProblemResult(error: unknown, { request }: AnyRouteContext): HandlerResult {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  return { status: error.status, body: JSON.stringify(problemBody(error, request.id)), headers: error.headers }
}

/**
 * Separates users by sign-in method, too: a response to a user vouched for by the issuer may reveal more than a
 * password permits.
 */
function callerKeyOf({ caller }: AnyRouteContext): string {
  if (caller.kind !== 'user') return `${caller.kind}:${caller.id}`
  const { orgId, id, epoch, openId } = caller
  return `user:${orgId}:${id}:${epoch}:${openId ?? 'password'}`
}
