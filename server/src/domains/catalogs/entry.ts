import { AgentGoal, AgentLocation, AgentPlaybook, GoalAssignment, StandingInstructions } from '@parley/definition'
import { boundedText } from '@parley/findings'
import { z } from 'zod'

const name = boundedText({ min: 1, max: 80 })
const description = boundedText({ min: 1, max: 500 })
const body = boundedText({ min: 1, max: 10_000 })
const version = z.string().regex(/^\d+\.\d+\.\d+$/)
const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'A JSON Schema, draft 2020-12.' })

/** A qualified id contains a slash, which must be percent-encoded in a path. */
function idSchema(kind: string) {
  return z.string().regex(new RegExp(`^@svc/${kind}\\.[a-z0-9]+(-[a-z0-9]+)*$`))
}
const idListSchema = (kind: string) => z.array(idSchema(kind))
const commonFields = (kind: string) => ({ id: idSchema(kind), version, name, description })

export const AgentTemplate = z
  .strictObject({
    ...commonFields('agent'),
    category: boundedText({ min: 1, max: 80 }).optional(),
    identityPreamble: boundedText({ min: 1, max: 500 }).optional(),
    playbookTemplateIds: idListSchema('playbook').optional(),
    personalityTemplateId: idSchema('personality').optional(),
    objectiveTemplateIds: idListSchema('objective').optional(),
    guardrailTemplateIds: idListSchema('guardrail').optional(),
    skillTemplateIds: idListSchema('skill').optional(),
    recommendedToolIds: idListSchema('tool').optional(),
    standingInstructions: StandingInstructions.optional(),
    goals: z.strictObject({ goals: z.array(AgentGoal).max(20), defaultGoal: GoalAssignment.optional() }).optional(),
    locations: z.array(AgentLocation).max(20).optional(),
  })
  .meta({ id: 'AgentTemplate' })
export type AgentTemplate = z.infer<typeof AgentTemplate>

export const PlaybookTemplate = z
  .strictObject({
    ...commonFields('playbook'),
    whenToUse: boundedText({ min: 1, max: 1000 }).optional(),
    body,
    examples: AgentPlaybook.shape.examples,
    derivedSkillTemplateIds: idListSchema('skill').optional(),
    isDefault: z.boolean().optional(),
    isOutbound: z.boolean().optional(),
    flow: AgentPlaybook.shape.flow,
  })
  .meta({ id: 'PlaybookTemplate' })
export type PlaybookTemplate = z.infer<typeof PlaybookTemplate>

export const SkillTemplate = z
  .strictObject({ ...commonFields('skill'), body, requiredTools: idListSchema('tool').optional() })
  .meta({ id: 'SkillTemplate' })
export type SkillTemplate = z.infer<typeof SkillTemplate>

export const ObjectiveTemplate = z
  .strictObject({ ...commonFields('objective'), body })
  .meta({ id: 'ObjectiveTemplate' })
export type ObjectiveTemplate = z.infer<typeof ObjectiveTemplate>

export const PersonalityTemplate = z
  .strictObject({ ...commonFields('personality'), promptFragment: body })
  .meta({ id: 'PersonalityTemplate' })
export type PersonalityTemplate = z.infer<typeof PersonalityTemplate>

const lines = z.array(boundedText({ min: 1, max: 500 }))

export const GuardrailTemplate = z
  .strictObject({
    ...commonFields('guardrail'),
    topicsToAvoid: lines.optional(),
    claimsNotToMake: lines.optional(),
    requiredDisclaimers: lines.optional(),
  })
  .meta({ id: 'GuardrailTemplate' })
export type GuardrailTemplate = z.infer<typeof GuardrailTemplate>

const toolCategories = ['calendar', 'messaging', 'email', 'crm', 'support', 'payments', 'commerce', 'records', 'developer'] as const // biome-ignore format: one list

export const CatalogTool = z
  .strictObject({
    ...commonFields('tool'),
    category: z.enum(toolCategories),
    parameters: jsonSchema,
    configSchema: jsonSchema.optional(),
    oauth: z.strictObject({ provider: z.enum(['google', 'microsoft']), scopes: z.array(z.string()) }).optional(),
  })
  .meta({ id: 'Tool' })
export type CatalogTool = z.infer<typeof CatalogTool>

const fieldTypes = ['string', 'text', 'url', 'email', 'phone', 'color', 'select', 'secret'] as const

const FormField = z.strictObject({
  key: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  label: name,
  type: z.enum(fieldTypes),
  required: z.boolean(),
  help: boundedText({ min: 1, max: 500 }).optional(),
  options: z.array(z.strictObject({ value: z.string(), label: name })).optional(),
  pattern: z.string().optional(),
  maxLength: z.int().positive().optional(),
})
export type FormField = z.infer<typeof FormField>

const Provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name,
  description,
  fields: z.array(FormField),
  atLeastOneOf: z
    .array(z.string())
    .min(2)
    .optional()
    .meta({ description: 'Keys of fields; at least one of them is required.' }),
})

export const ChannelForm = z
  .strictObject({
    id: z.string(),
    name,
    description,
    managed: z
      .strictObject({
        fields: z.array(FormField),
        provisioning: z.strictObject({
          steps: z.array(description),
          instant: z.boolean(),
        }),
      })
      .optional(),
    unmanaged: z.strictObject({ providers: z.array(Provider) }).optional(),
  })
  .meta({ id: 'ChannelForm' })
export type ChannelForm = z.infer<typeof ChannelForm>

export const CatalogEventType = z
  .strictObject({
    id: z.string().regex(/^[a-z_]+(\.[a-z_]+)+$/),
    name,
    description,
    example: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'EventName' })
export type CatalogEventType = z.infer<typeof CatalogEventType>
