import { AgentIdentity, AgentIdentityPatch, countryCode, DerivedFrom } from '@parley/definition'
import { boundedText, nameText, slug, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'

export const framework = 'v2'

export const agentExample = {
  id: 'riverside-dental',
  orgId: 'demo',
  name: 'Riverside Dental',
  framework,
  createdAt: '2030-01-31T09:00:00.000Z',
  updatedAt: '2030-01-31T09:00:00.000Z',
} as const

const defaultCountryNote =
  'Phone numbers without a country code are read in this country. Default: that of the org, else US.'

export const Agent = z
  .strictObject({
    id: z.string(),
    orgId: z.string(),
    name: z.string(),
    description: z.string().optional(),
    identity: AgentIdentity.optional(),
    defaultCountry: z.string().optional().meta({ description: defaultCountryNote }),
    framework: z.literal(framework),
    templateRef: DerivedFrom.optional().meta({ description: 'The agent template applied last.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Agent',
    examples: [agentExample],
  })
export type Agent = z.infer<typeof Agent>

const description = boundedText({ max: 4000 })
// Accepts any value: a wrong one is rejected later with its own code, `agent.framework.invalid`.
const anyFramework = z.unknown().optional().meta({ const: framework, description: 'Always v2.' })

export const AgentCreate = withReadOnlyFields(
  {
    name: nameText,
    id: slug.optional().meta({ description: 'Generated from the name by default; never changes.' }),
    description: description.optional(),
    identity: AgentIdentity.optional(),
    defaultCountry: countryCode.optional().meta({ description: defaultCountryNote }),
    framework: anyFramework,
  },
  ['orgId', 'templateRef', 'createdAt', 'updatedAt'],
).meta({ id: 'AgentCreate', examples: [{ name: 'Riverside Dental' }] })
export type AgentCreate = z.output<typeof AgentCreate>

export const AgentPatch = withReadOnlyFields(
  {
    name: nameText.optional(),
    description: description.nullable().optional(),
    identity: AgentIdentityPatch.nullable().optional(),
    defaultCountry: countryCode.nullable().optional().meta({ description: defaultCountryNote }),
    framework: anyFramework,
  },
  ['id', 'orgId', 'templateRef', 'createdAt', 'updatedAt'],
).meta({ id: 'AgentPatch', examples: [{ description: 'Books appointments' }] })
export type AgentPatch = z.output<typeof AgentPatch>
