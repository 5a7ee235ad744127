import { countryCode } from '@parley/definition'
import { roles, scopes } from '@parley/definition/vocabulary'
import { boundedText, nameText, timeZone } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'

export const defaultCountryNote =
  'Phone numbers without a country code are read in this country, where the agent names none. Default: US.'

export const Org = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    timeZone: z.string().optional(),
    defaultCountry: z.string().optional().meta({ description: defaultCountryNote }),
    features: z.array(z.string()),
    products: z.array(z.string()),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Org',
    examples: [
      {
        id: 'demo',
        name: 'Demo',
        timeZone: 'Europe/Berlin',
        features: [],
        products: [],
        createdAt: '2030-01-31T09:00:00.000Z',
        updatedAt: '2030-01-31T09:00:00.000Z',
      },
    ],
  })
export type Org = z.infer<typeof Org>

const description = boundedText({ max: 4000 })

/** Any of the four fields; null clears an optional one. Every other field is rejected. */
export const OrgPatch = z
  .strictObject({
    name: nameText.optional(),
    description: description.nullable().optional(),
    timeZone: timeZone.nullable().optional(),
    defaultCountry: countryCode.nullable().optional().meta({ description: defaultCountryNote }),
  })
  .meta({ id: 'OrgPatch', examples: [{ name: 'Riverside', timeZone: 'Europe/Berlin' }] })
export type OrgPatch = z.infer<typeof OrgPatch>

export const Me = z
  .strictObject({
    caller: z.strictObject({ kind: z.literal('user'), id: z.string() }),
    org: z.strictObject({
      id: z.string(),
      name: z.string().optional(),
      role: z.enum(roles),
      agentIds: z
        .array(z.string())
        .optional()
        .meta({ description: 'The agents that the member is limited to; absent: all.' }),
    }),
    isSysop: z.boolean(),
    scopes: z.array(z.enum(scopes)),
    rateLimit: z.null(),
  })
  .meta({
    id: 'Me',
    examples: [
      {
        caller: { kind: 'user', id: 'key_01' },
        org: { id: 'demo', name: 'Demo', role: 'viewer' },
        isSysop: false,
        scopes: ['agents:read', 'catalogs:read'],
        rateLimit: null,
      },
    ],
  })
export type Me = z.infer<typeof Me>

/** The org that `/me` reports for system keys; no real org can have this id. */
export const systemOrgId = 'system'
