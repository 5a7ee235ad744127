import {
  boundedText,
  fieldErrorOptions,
  nameText,
  removedField,
  toFieldErrors,
  uniqueBy,
  withReadOnlyFields,
} from '@parley/findings'
import { z } from 'zod'
import { ChangeRejectedError } from '../change-rejected.ts'
import { FactList } from '../facts.ts'
import { GoalsBody } from '../goals.ts'
import { AgentGuardrails } from '../guardrails.ts'
import { AgentIdentity } from '../identity.ts'
import { IntegrationList } from '../integrations.ts'
import { LocationList } from '../locations/location.ts'
import { MessageTemplateList } from '../message-templates/message-template.ts'
import { PortableNotifications } from '../notifications.ts'
import { AgentObjective } from '../objectives.ts'
import { AutomatedOutreachList, OutreachList, SendingSettings } from '../outreach/outreach.ts'
import { SequenceList } from '../outreach/sequences.ts'
import { PeopleFieldList } from '../people-fields.ts'
import { AgentPersonality } from '../personality.ts'
import { countryCode } from '../phone-number.ts'
import { PlaybookList } from '../playbooks/playbook.ts'
import { DerivedFrom } from '../provenance.ts'
import { RuleList } from '../rules.ts'
import { SchedulingBody } from '../scheduling.ts'
import { StandingInstructions } from '../standing-instructions.ts'
import { CollectionsBody } from '../things/collection.ts'
import { ThingsBody } from '../things/thing.ts'
import { ToolBindingList } from '../tool-bindings.ts'

/** The shape of an import: an export in which any section may be missing. */
export const ImportDocument = z
  .strictObject({
    exportVersion: z.literal(1).optional(),
    agent: withReadOnlyFields(
      {
        name: nameText.optional(),
        description: boundedText({ max: 4000 }).optional(),
        defaultCountry: countryCode.optional(),
        templateRef: DerivedFrom.optional(),
        // An invalid framework has its own error code.
        framework: z.unknown().optional(),
      },
      ['id', 'orgId', 'createdAt', 'updatedAt'],
    ).optional(),
    identity: AgentIdentity.optional(),
    personality: AgentPersonality.nullable().optional(),
    objectives: uniqueBy(z.array(AgentObjective).max(50), 'id').optional(),
    goals: GoalsBody.optional(),
    playbooks: PlaybookList.optional(),
    standingInstructions: StandingInstructions.optional(),
    guardrails: AgentGuardrails.extend({
      additionalRules: removedField('use a rule, or a standing instruction'),
    }).optional(),
    rules: RuleList.optional(),
    messageTemplates: MessageTemplateList.optional(),
    toolBindings: ToolBindingList.optional(),
    capabilities: z
      .strictObject({
        knowledge: z
          .strictObject({
            things: ThingsBody.optional(),
            collections: CollectionsBody.optional(),
            facts: FactList.optional(),
          })
          .optional(),
        people: z.strictObject({ fields: PeopleFieldList.optional() }).optional(),
        locations: LocationList.optional(),
        scheduling: SchedulingBody.optional(),
        notifications: PortableNotifications.optional(),
      })
      .optional(),
    integrations: z.strictObject({ custom: IntegrationList.optional() }).optional(),
    outreach: z
      .strictObject({
        outreaches: OutreachList.optional(),
        automated: AutomatedOutreachList.optional(),
        sequences: SequenceList.optional(),
        settings: SendingSettings.optional(),
      })
      .optional(),
  })
  .meta({ id: 'ImportDocument', examples: [{ exportVersion: 1, standingInstructions: ['Be brief.'] }] })
export type ImportDocument = z.output<typeof ImportDocument>

/** Validates a document parsed from YAML or JSON, including legacy names; reports every fault by its path. */
export function parseImportDocument(value: unknown): ImportDocument {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ChangeRejectedError('request.invalid', {
      errors: [{ field: 'body', message: 'must be an export document' }],
    })
  }
  const parsed = ImportDocument.safeParse(withNewNames(value as Loose), fieldErrorOptions)
  if (!parsed.success) {
    const errors = parsed.error.issues.flatMap((issue) => toFieldErrors(issue))
    throw new ChangeRejectedError('request.invalid', { errors })
  }
  if (parsed.data.agent?.framework !== undefined && parsed.data.agent.framework !== 'v2') {
    throw new ChangeRejectedError('agent.framework.invalid', {
      errors: [{ field: 'agent.framework', message: 'must be v2' }],
    })
  }
  return parsed.data
}

type Loose = Record<string, unknown>
const oldNames = { products: 'things', faqs: 'facts' } as const

/**
 * Renames `products` and `faqs`, at the top or under `capabilities.knowledge`, to things and facts; the new name wins.
 */
function withNewNames(document: Loose): Loose {
  const capabilities = asObject(document.capabilities)
  const knowledge = asObject(capabilities?.knowledge)
  // Leave a non-object in place for the schema to report, instead of overwriting it.
  if (document.capabilities !== capabilities || capabilities?.knowledge !== knowledge) return document
  const legacy: Loose = {}
  for (const [old, name] of Object.entries(oldNames)) {
    for (const from of [knowledge, document]) {
      if (from && old in from && !(name in (knowledge ?? {})) && !(name in legacy)) legacy[name] = from[old]
    }
  }
  if (!anyOldName(document) && !anyOldName(knowledge)) return document
  return {
    ...withoutOldNames(document),
    capabilities: { ...capabilities, knowledge: { ...withoutOldNames(knowledge ?? {}), ...legacy } },
  }
}

const anyOldName = (value: Loose | undefined): boolean =>
  value !== undefined && Object.keys(oldNames).some((old) => old in value)

function withoutOldNames({ products: _, faqs: __, ...rest }: Loose): Loose {
  return rest
}

function asObject(value: unknown): Loose | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined
}
