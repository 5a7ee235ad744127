import { countryCode, countryOfLocale } from '@parley/definition'
import { nameText, slug, timeZone, toSlug } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { allScopesExceptJourney } from '../../../platform/http/access.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import { generateToken, hashToken } from '../../../platform/secrets/tokens.ts'
import { createSlugCandidates } from '../../../platform/slug.ts'
import type { World } from '../../../platform/world.ts'
import { mintKey } from '../keys/api-key.ts'
import { insertKey } from '../keys/queries.ts'
import { defaultCountryNote, Org, systemOrgId } from '../org.ts'
import { insertOrg } from './queries.ts'

export const systemKeyPrefix = 'sk-sys-'

export function mintSystemKey(world: World): { id: string; key: string; hash: Buffer } {
  const key = generateToken(world, systemKeyPrefix)
  return { id: world.newId('syskey'), key, hash: hashToken(key) }
}

const at = '2030-01-31T09:00:00.000Z'

function isLocale(text: string): boolean {
  try {
    return new Intl.Locale(text).toString() !== ''
  } catch {
    return false
  }
}

export const OrgCreate = z
  .strictObject({
    id: slug.refine((id) => id !== systemOrgId, 'is reserved').optional(),
    name: nameText,
    timeZone: timeZone.optional(),
    locale: z
      .string()
      .max(100)
      .refine(isLocale, 'must be a locale, for example de-DE')
      .optional()
      .meta({ description: 'Its region becomes `defaultCountry` where that is omitted.' }),
    defaultCountry: countryCode.optional().meta({ description: defaultCountryNote }),
  })
  .meta({ id: 'OrgCreate', examples: [{ name: 'Riverside', timeZone: 'Europe/Berlin' }] })
export type OrgCreate = z.infer<typeof OrgCreate>

export const CreatedOrg = z
  .strictObject({ org: Org, apiKey: z.string().meta({ description: "The org's first key: shown once." }) })
  .meta({
    id: 'CreatedOrg',
    examples: [
      {
        org: { id: 'riverside', name: 'Riverside', features: [], products: [], createdAt: at, updatedAt: at },
        apiKey: 'sk-svc-…',
      },
    ],
  })

export const SystemOperator = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    orgs: z.array(z.string()).meta({ description: 'The id of the org whose password gives them access to `/system`.' }),
    createdAt: timestamp,
  })
  .meta({
    id: 'SystemOperator',
    examples: [{ id: 'user_01', email: 'owner@example.com', orgs: ['demo'], createdAt: at }],
  })
export type SystemOperator = z.infer<typeof SystemOperator>

export const SystemOperatorCreate = z
  .strictObject({
    email: z
      .string()
      .max(254)
      .transform((value) => value.toLowerCase()),
    org: z.string().optional().meta({
      description: 'The org whose password gives access to `/system`; optional if the user is in one org or in none.',
    }),
  })
  .meta({ id: 'SystemOperatorCreate', examples: [{ email: 'owner@example.com' }] })

export const SystemKey = z
  .strictObject({ id: z.string(), createdAt: timestamp })
  .meta({ id: 'SystemKey', examples: [{ id: 'syskey_01', createdAt: at }] })
export type SystemKey = z.infer<typeof SystemKey>

export const NewSystemKey = z
  .strictObject({
    id: z.string(),
    createdAt: timestamp,
    key: z.string().meta({ description: 'Shown only here, once.' }),
  })
  .meta({ id: 'NewSystemKey', examples: [{ id: 'syskey_01', createdAt: at, key: 'sk-sys-…' }] })

export async function createOrg(tx: Db, request: OrgCreate, world: World): Promise<{ org: Org; apiKey: string }> {
  const org = await insertWithFreeId(tx, request, world)
  return { org, apiKey: await issueFirstKey(tx, org, world) }
}

/** Issues a key with every scope except `integrations:journey`. */
export async function issueFirstKey(tx: Db, org: OrgKey, world: World): Promise<string> {
  const minted = mintKey(world)
  const request = { name: 'First key', scopes: [...allScopesExceptJourney] }
  await insertKey(tx, org, { ...minted, request, now: world.now() })
  return minted.key
}

async function insertWithFreeId(tx: Db, request: OrgCreate, world: World): Promise<Org> {
  const { id, name, timeZone, locale } = request
  const defaultCountry = request.defaultCountry ?? (locale === undefined ? undefined : countryOfLocale(locale))
  const ids = id === undefined ? createSlugCandidates(toSlug(name, 'org'), world) : [id]
  for (const id of ids.filter((one) => one !== systemOrgId)) {
    const org = await insertOrg(tx, { id, name, timeZone, defaultCountry, now: world.now() })
    if (org) return org
  }
  throw problem('resource.conflict', 409, { detail: `An org with the id ${ids[0]} already exists` })
}
