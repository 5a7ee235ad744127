import { boundedText } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/access.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { generateToken, hashToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { createGrantFinder, insertGrant } from './queries.ts'

/** A `link` is a standalone emulator link; a `sitting` grant lasts two hours. */
export const grantKinds = ['link', 'sitting'] as const
export type GrantKind = (typeof grantKinds)[number]

export const tokenPrefix = { link: 'v2.', sitting: 'v1.' } as const satisfies Record<GrantKind, string>
export const emulatorSessionHours = 2

const link = {
  id: z.string(),
  label: z.string().optional(),
  draftId: z.string().optional().meta({ description: 'The draft that answers instead of live.' }),
  url: z.string(),
  expiresAt: timestamp.optional(),
  createdAt: timestamp,
}

const at = '2030-01-31T09:00:00.000Z'
const linkExample = { id: 'link_01', label: 'Front desk', url: 'http://127.0.0.1:4000/emulator', createdAt: at }

export const EmulatorLink = z.strictObject(link).meta({ id: 'EmulatorLink', examples: [linkExample] })
export type EmulatorLink = z.infer<typeof EmulatorLink>

export const NewEmulatorLink = z
  .strictObject({ ...link, token: z.string().meta({ description: 'Shown only here, once.' }) })
  .meta({ id: 'NewEmulatorLink', examples: [{ ...linkExample, token: 'v2.…' }] })

export const EmulatorLinkCreate = z
  .strictObject({
    label: boundedText({ max: 200 }).optional(),
    draftId: boundedText({ min: 1, max: 200 }).optional().meta({ description: 'The draft that answers.' }),
  })
  .meta({ id: 'EmulatorLinkCreate', examples: [{ label: 'Front desk' }] })

export const EmulatorSitting = z
  .strictObject({ token: z.string(), expiresAt: timestamp })
  .meta({ id: 'EmulatorSitting', examples: [{ token: 'v1.…', expiresAt: at }] })

export const EmulatorSession = z
  .strictObject({
    org: z.strictObject({ id: z.string(), name: z.string() }),
    agent: z.strictObject({ id: z.string(), name: z.string() }),
    expiresAt: timestamp.optional(),
  })
  .meta({
    id: 'EmulatorSession',
    examples: [{ org: { id: 'demo', name: 'Demo' }, agent: { id: 'riverside-dental', name: 'Riverside Dental' } }],
  })
export type EmulatorSession = z.infer<typeof EmulatorSession>

export type MintedGrant = {
  id: string
  kind: GrantKind
  token: string
  hash: Buffer
  expiresAt: Date | null
  now: Date
}

export function mintGrant(kind: GrantKind, world: World): MintedGrant {
  const now = world.now()
  const token = generateToken(world, tokenPrefix[kind])
  const expiresAt = kind === 'sitting' ? new Date(now.getTime() + emulatorSessionHours * 3_600_000) : null
  return { id: world.newId(kind), kind, token, hash: hashToken(token), expiresAt, now }
}

/** The token goes in the URL fragment, so it never reaches a server or a log. */
export function linkUrl(publicUrl: string, token: string | undefined): string {
  return `${publicUrl}/emulator${token === undefined ? '' : `#${token}`}`
}

export function isGrantToken(token: string): boolean {
  return token.startsWith(tokenPrefix.link) || token.startsWith(tokenPrefix.sitting)
}

/**
 * Resolves an emulator grant token to its agent. Deleting the link or the agent revokes the grant, and so does its
 * expiry time.
 */
export function createGrantAuthenticator(db: Db, world: World): (token: string) => Promise<Caller | undefined> {
  const find = createGrantFinder(db)
  return async (token) => {
    const grant = await find(hashToken(token))
    return grant?.expiresAt && grant.expiresAt <= world.now() ? undefined : grant
  }
}

/** Creates a standalone emulator link and returns its URL. The token cannot be read again later. */
export async function issueLink(
  tx: Db,
  agent: AgentKey,
  { label, publicUrl, world }: { label: string; publicUrl: string; world: World },
): Promise<string> {
  const minted = mintGrant('link', world)
  await insertGrant(tx, agent, minted, { label: label })
  return linkUrl(publicUrl, minted.token)
}
