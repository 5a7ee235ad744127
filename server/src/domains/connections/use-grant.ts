import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import {
  decryptTokens,
  encryptTokens,
  type GrantKey,
  type GrantStatus,
  type GrantUseOutcome,
  grantAad,
  type NewGrant,
  type OAuthTokens,
} from './connection.ts'
import type { GrantInUse, GrantUseDeps } from './deps.ts'
import { recordUse, recordUseLocked } from './grant-status.ts'
import { describeOAuthError, findRegisteredProvider, refreshTokens } from './protocol.ts'
import { lockGrant, readGrant, renewGrant, type StoredGrant } from './queries/grants.ts'

/** A token with less time left than this could expire in transit, so it is refreshed first. */
const marginMilliseconds = 60_000

/** The grant cannot be used; `status` is its new status. */
export class GrantUnusable extends Error {
  readonly status: GrantStatus | 'not-connected'
  constructor(status: GrantUnusable['status'], message: string) {
    super(message)
    this.status = status
  }
}

const notConnected = () => new GrantUnusable('not-connected', 'the grant does not exist')

/** Returns an access token that should work; refreshes it when it has expired or was just rejected. */
async function getFreshToken(held: GrantInUse, rejected?: string): Promise<string> {
  const grant = await readGrant(held.db, held.org, held.key)
  if (!grant) throw notConnected()
  const token = findValidToken(held, grant, rejected)
  if (token !== undefined) return token
  const outcome = await dedupeRefresh(grantAad(held.org, held.key), () =>
    inTransaction(held.db, (tx) => refreshOnce(held, tx, rejected)),
  )
  if (outcome instanceof GrantUnusable) throw outcome
  return outcome
}

type RefreshResult = string | GrantUnusable
const inFlightRefreshes = new Map<string, Promise<RefreshResult>>()

/**
 * Callers in one process that need the same refresh share it: a provider that hangs occupies one database connection,
 * not all.
 */
function dedupeRefresh(grant: string, refresh: () => Promise<RefreshResult>): Promise<RefreshResult> {
  const running = inFlightRefreshes.get(grant) ?? refresh().finally(() => inFlightRefreshes.delete(grant))
  inFlightRefreshes.set(grant, running)
  return running
}

/**
 * The only provider call made with a transaction open. Many providers accept a refresh token once and revoke the grant
 * when it is reused, so a caller that waited for the lock must find the new token in the row.
 */
async function refreshOnce(held: GrantInUse, tx: Db, rejected: string | undefined): Promise<string | GrantUnusable> {
  const grant = await lockGrant(tx, held.org, held.key)
  if (!grant) return notConnected()
  const token = findValidToken(held, grant, rejected)
  if (token !== undefined) return token
  const renewed = await requestRenewal(held, grant)
  if ('reason' in renewed) {
    const status = await recordUseLocked(held, tx, grant, { use: 'refreshFailed', lastError: renewed.reason })
    return new GrantUnusable(status, renewed.reason)
  }
  const tokens = encryptTokens(held.keyring, held.org, held.key, renewed.tokens)
  await renewGrant(tx, held.org, held.key, { tokens, expiresAt: renewed.expiresAt, now: held.world.now() })
  return renewed.tokens.accessToken
}

async function requestRenewal(held: GrantInUse, grant: StoredGrant): Promise<NewGrant | { reason: string }> {
  const provider = findRegisteredProvider(held.providers, grant.provider)
  if (!provider) return { reason: 'the provider is no longer set up here' }
  const { refreshToken } = tokensOf(held, grant)
  if (refreshToken === undefined) return { reason: 'the provider returned no refresh token' }
  try {
    return await refreshTokens(provider, { refreshToken, now: held.world.now() }, held.fetch)
  } catch (error) {
    return { reason: describeOAuthError(error) }
  }
}

function findValidToken(held: GrantInUse, grant: StoredGrant, rejected: string | undefined): string | undefined {
  const { accessToken } = tokensOf(held, grant)
  const lasts = grant.expiresAt === null || grant.expiresAt.getTime() > held.world.now().getTime() + marginMilliseconds
  return lasts && accessToken !== rejected ? accessToken : undefined
}

function tokensOf({ keyring, org, key }: GrantInUse, { tokens }: StoredGrant): OAuthTokens {
  return decryptTokens(keyring, org, key, tokens)
}

type ProviderCall = (accessToken: string) => Promise<Response>

/** Calls the provider with a connection's access token and updates the connection's status. */
export async function callWithConnection(
  deps: GrantUseDeps,
  org: OrgKey,
  connectionId: string,
  call: ProviderCall,
): Promise<Response> {
  const grant: GrantInUse = { ...deps, org, key: { connectionId } }
  return callWithGrant(grant, { call, judge: judgeResponse, token: await getFreshToken(grant) })
}

type GrantCall = JudgedCall & { token: string }

async function callWithGrant(grant: GrantInUse, { call, judge, token }: GrantCall): Promise<Response> {
  const response = await attempt(grant, token, { call, judge })
  if (response.status !== 401) return response
  await response.body?.cancel()
  const renewed = await getFreshToken(grant, token)
  const again = await attempt(grant, renewed, { call, judge })
  if (again.status !== 401) return again
  await again.body?.cancel()
  const lastError = 'the provider rejected the grant'
  throw new GrantUnusable(await recordUse(grant, renewed, { use: 'rejectedAfterRefresh', lastError }), lastError)
}

/** Makes one call and records its outcome, unless it is a 401: a refresh decides that case. */
async function attempt(grant: GrantInUse, token: string, { call, judge }: JudgedCall): Promise<Response> {
  const response = await call(token).catch(async (error) => {
    if (judge(0)) await recordUse(grant, token, { use: 'failed', lastError: describeOAuthError(error) })
    throw error
  })
  if (response.status === 401) return response
  const use = judge(response.status)
  if (use === 'failed') await recordUse(grant, token, { use, lastError: `the provider returned ${response.status}` })
  else if (use) await recordUse(grant, token, { use })
  return response
}

/** Decides what a status other than 401 says about the grant; 0 stands for a call without a response. */
type JudgeStatus = (status: number) => GrantUseOutcome | undefined
type JudgedCall = { call: ProviderCall; judge: JudgeStatus }

/** Statuses about the requested resource, not about the grant or the provider. */
const resourceStatuses = new Set([404, 409, 410, 412])

function judgeResponse(status: number): GrantUseOutcome | undefined {
  return (status > 0 && status < 400) || resourceStatuses.has(status) ? 'answered' : 'failed'
}

/** A grant for calls of a catalog tool. */
export type UsableGrant = {
  /** Refreshes the token if it is about to expire. Throws GrantUnusable. */
  getAccessToken(): Promise<string>
  /** After a 401, refreshes the token and calls once more. Throws GrantUnusable if that is rejected, too. */
  call(call: ProviderCall): Promise<Response>
}

export function openGrant(deps: GrantUseDeps, org: OrgKey, key: GrantKey): UsableGrant {
  const grant: GrantInUse = { ...deps, org, key }
  let fresh: string | undefined
  return {
    async getAccessToken() {
      fresh = await getFreshToken(grant)
      return fresh
    },
    async call(call) {
      const token = fresh ?? (await getFreshToken(grant))
      // The next request of the same call may come much later, or after a refresh.
      fresh = undefined
      return callWithGrant(grant, { call, judge: judgeToolCall, token })
    },
  }
}

/**
 * A tool's arguments, the provider's limits and its outages say nothing about the grant; only a missing permission does.
 */
function judgeToolCall(status: number): GrantUseOutcome | undefined {
  if (status === 403) return 'failed'
  return status > 0 && status < 400 ? 'answered' : undefined
}
