import type { Db } from '../../platform/db/database.ts'
import type { Held } from './deps.ts'
import { aboutOf, type Granted, type GrantStatus, openTokens, sealTokens, type Tokens } from './grant.ts'
import { noteLocked } from './note-use.ts'
import { reasonOf, refreshTokens, registeredAt } from './protocol.ts'
import { type KeptGrant, lockGrant, readGrant, renewGrant } from './queries/grants.ts'
import { inTransaction } from './queries/transaction.ts'

/** A token with less than this left is not worth sending: it could end on the way. */
const marginMilliseconds = 60_000

/** The grant cannot be used; `status` is what it has become. */
export class GrantUnusable extends Error {
  readonly status: GrantStatus | 'not-connected'
  constructor(status: GrantUnusable['status'], message: string) {
    super(message)
    this.status = status
  }
}

const notConnected = () => new GrantUnusable('not-connected', 'there is no such grant')

/** An access token that should work: refreshed when it has run out, or when it is the one that was just rejected. */
export async function freshToken(held: Held, rejected?: string): Promise<string> {
  const grant = await readGrant(held.db, held.org, held.key)
  if (!grant) throw notConnected()
  const token = goodToken(held, grant, rejected)
  if (token !== undefined) return token
  const outcome = await oneAtATime(aboutOf(held.org, held.key), () =>
    inTransaction(held.db, (tx) => refreshOnce(held, tx, rejected)),
  )
  if (outcome instanceof GrantUnusable) throw outcome
  return outcome
}

type Refreshed = string | GrantUnusable
const refreshing = new Map<string, Promise<Refreshed>>()

/** All of a process that need the same refresh wait for one: a provider that hangs holds one connection, not all. */
function oneAtATime(grant: string, refresh: () => Promise<Refreshed>): Promise<Refreshed> {
  const running = refreshing.get(grant) ?? refresh().finally(() => refreshing.delete(grant))
  refreshing.set(grant, running)
  return running
}

/**
 * The one call that is made with a transaction open. Many providers take a refresh token once and end the grant when it
 * comes again: whoever waited for the lock must find the successor in the row.
 */
async function refreshOnce(held: Held, tx: Db, rejected: string | undefined): Promise<string | GrantUnusable> {
  const grant = await lockGrant(tx, held.org, held.key)
  if (!grant) return notConnected()
  const token = goodToken(held, grant, rejected)
  if (token !== undefined) return token
  const renewed = await renewal(held, grant)
  if ('reason' in renewed) {
    const status = await noteLocked(held, tx, grant, { use: 'refreshFailed', lastError: renewed.reason })
    return new GrantUnusable(status, renewed.reason)
  }
  const tokens = sealTokens(held.keyring, held.org, held.key, renewed.tokens)
  await renewGrant(tx, held.org, held.key, { tokens, expiresAt: renewed.expiresAt, now: held.world.now() })
  return renewed.tokens.accessToken
}

async function renewal(held: Held, grant: KeptGrant): Promise<Granted | { reason: string }> {
  const provider = registeredAt(held.providers, grant.provider)
  if (!provider) return { reason: 'the provider is no longer set up here' }
  const { refreshToken } = tokensOf(held, grant)
  if (refreshToken === undefined) return { reason: 'the provider gave no refresh token' }
  try {
    return await refreshTokens(provider, { refreshToken, now: held.world.now() }, held.fetch)
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

function goodToken(held: Held, grant: KeptGrant, rejected: string | undefined): string | undefined {
  const { accessToken } = tokensOf(held, grant)
  const lasts = grant.expiresAt === null || grant.expiresAt.getTime() > held.world.now().getTime() + marginMilliseconds
  return lasts && accessToken !== rejected ? accessToken : undefined
}

function tokensOf({ keyring, org, key }: Held, { tokens }: KeptGrant): Tokens {
  return openTokens(keyring, org, key, tokens)
}
