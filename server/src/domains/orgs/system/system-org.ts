import { nameText, slug, timeZone } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { generateToken, hashToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import { Org, systemOrgId } from '../org.ts'

export const systemKeyPrefix = 'sk-sys-'

export function mintSystemKey(world: World): { id: string; key: string; hash: Buffer } {
  const key = generateToken(world, systemKeyPrefix)
  return { id: world.newId('syskey'), key, hash: hashToken(key) }
}

const at = '2030-01-31T09:00:00.000Z'

export const OrgCreate = z
  .strictObject({
    id: slug.refine((id) => id !== systemOrgId, 'is reserved').optional(),
    name: nameText,
    timeZone: timeZone.optional(),
  })
  .meta({ id: 'OrgCreate', examples: [{ name: 'Riverside', timeZone: 'Europe/Berlin' }] })
export type OrgCreate = z.infer<typeof OrgCreate>

export const CreatedOrg = z
  .strictObject({ org: Org, apiKey: z.string().meta({ description: 'The first key of the org: shown once.' }) })
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
    orgs: z.array(z.string()).meta({ description: 'Whose password opens `/system` to them, by id.' }),
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
      description: 'Whose password is to open `/system`; may be left out where they are in one org or in none.',
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
    key: z.string().meta({ description: 'Shown here and never again.' }),
  })
  .meta({ id: 'NewSystemKey', examples: [{ id: 'syskey_01', createdAt: at, key: 'sk-sys-…' }] })
