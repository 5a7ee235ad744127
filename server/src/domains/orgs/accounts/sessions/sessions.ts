import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Db } from '../../../../platform/db/database.ts'
import type { RequestFacts } from '../../../../platform/http/route.ts'
import { timestamp } from '../../../../platform/http/schemas.ts'
import type { Keyring } from '../../../../platform/secrets/keyring.ts'
import type { World } from '../../../../platform/world.ts'
import { type EnteredOrg, sessionHours, signSessionToken } from '../session-token.ts'
import type { SignInResult } from '../sign-in.ts'
import { extendSession, insertAccountSession, type StoredSession } from './queries.ts'

/** Order matters: most browsers also name their predecessors. */
const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** Returns a readable browser name such as `Firefox on Linux`; for other programs, the first word of the User-Agent. */
export function describeClient(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined
  const named = (all: typeof browsers) => all.find(([, sign]) => sign.test(userAgent))?.[0]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^[\w.!#$%&'*+^`|~/-]{1,60}/.exec(userAgent)?.[0]
}

/** Returns the network of an IP address: enough to distinguish home from elsewhere, too little to track a person. */
export function truncateAddress(ip: string): string | undefined {
  if (!ipaddr.isValid(ip)) return undefined
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return `${address.toString().split('.').slice(0, 3).join('.')}.x`
  const { parts } = address as ipaddr.IPv6
  return `${parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:…`
}

const at = '2030-01-31T09:00:00.000Z'

export const AccountSession = z
  .strictObject({
    id: z.string(),
    client: z.string().optional().meta({ description: 'The browser or program that signed in, abbreviated.' }),
    address: z.string().optional().meta({ description: 'The network it signed in from, abbreviated.' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.meta({ description: 'To the minute.' }),
    expiresAt: timestamp,
    current: z.boolean().meta({ description: 'Whether it is the session that makes the request.' }),
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

/** Creates a session in one of the account's orgs; with `sessionId`, extends that session. */
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
