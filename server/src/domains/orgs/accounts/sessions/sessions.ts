import { z } from 'zod'
import type { Db } from '../../../../platform/db/database.ts'
import type { RequestFacts } from '../../../../platform/http/route.ts'
import { timestamp } from '../../../../platform/http/schemas.ts'
import type { Keyring } from '../../../../platform/secrets/keyring.ts'
import type { World } from '../../../../platform/world.ts'
import { type EnteredOrg, sessionHours, signSessionToken } from '../session-token.ts'
import type { SignInResult } from '../sign-in.ts'
import { describeClient, truncateAddress } from './client-name.ts'
import { extendSession, insertAccountSession, type StoredSession } from './queries.ts'

const at = '2030-01-31T09:00:00.000Z'

export const AccountSession = z
  .strictObject({
    id: z.string(),
    client: z.string().optional().meta({ description: 'The browser or program that signed in, shortened.' }),
    address: z.string().optional().meta({ description: 'The network that it signed in from, shortened.' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.meta({ description: 'To the minute.' }),
    expiresAt: timestamp,
    current: z.boolean().meta({ description: 'Whether it is the session that asks.' }),
  })
  .meta({
    id: 'AccountSession',
    examples: [
      {
        id: 'ses_01',
        client: 'Firefox on Linux',
        address: '203.0.113.x',
        ...{ createdAt: at, lastUsedAt: at, expiresAt: '2030-01-31T21:00:00.000Z' },
        current: true,
      },
    ],
  })
export type AccountSession = z.infer<typeof AccountSession>

export function serializeSession(row: StoredSession, current: string | undefined): AccountSession {
  return {
    id: row.id,
    client: row.client ?? undefined,
    address: row.address ?? undefined,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    current: row.id === current,
  }
}

type SessionUser = { id: string; email: string; name: string | null }
export type SessionContext = { keyring: Keyring; world: World; request: RequestFacts }

/** A new session of the account in one of its orgs, or with `sessionId` that one for longer. */
export async function createOrgSession(
  db: Db,
  { account, entered, sessionId }: { account: SessionUser; entered: EnteredOrg; sessionId?: string },
  { keyring, world, request }: SessionContext,
): Promise<SignInResult> {
  const { role, orgId, epoch, openId } = entered
  const now = world.now()
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  const id = sessionId ?? world.newId('ses')
  const org = { id: orgId }
  if (sessionId === undefined) {
    const from = { client: describeClient(request.userAgent), address: truncateAddress(request.ip) }
    await insertAccountSession(db, org, { id, userId: account.id, epoch, openId, ...from, now, expiresAt })
  } else await extendSession(db, org, account.id, { id, until: expiresAt })
  const signed = await signSessionToken({ id, userId: account.id, orgId, epoch, openId }, keyring, now)
  return {
    token: signed.token,
    expiresAt: signed.expiresAt.toISOString(),
    user: { id: account.id, email: account.email, name: account.name ?? undefined },
    org: { id: orgId, role },
  }
}
