import { boundedText, removedField, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { guardrailLists } from './vocabulary.ts'

export type GuardrailList = (typeof guardrailLists)[number]

const Entries = z.array(boundedText({ min: 1, max: 1000 })).max(200)
const additionalRules = removedField('use a rule, or a standing instruction')
const readOnly = ['derivedFromTemplates'] as const

export const AgentGuardrails = z
  .strictObject({
    topicsToAvoid: Entries.optional(),
    claimsNotToMake: Entries.optional(),
    requiredDisclaimers: Entries.optional(),
    derivedFromTemplates: z.array(z.string().max(200)).max(200).optional(),
  })
  .meta({ id: 'AgentGuardrails', examples: [{ topicsToAvoid: ['Politics'] }] })
export type AgentGuardrails = z.infer<typeof AgentGuardrails>

export const GuardrailsBody = withReadOnlyFields(
  {
    topicsToAvoid: Entries.optional(),
    claimsNotToMake: Entries.optional(),
    requiredDisclaimers: Entries.optional(),
    additionalRules,
  },
  readOnly,
).meta({ id: 'GuardrailsBody', examples: [{ topicsToAvoid: ['Politics'] }] })
export type GuardrailsBody = z.output<typeof GuardrailsBody>

const ListChanges = z.strictObject({ add: Entries.optional(), remove: Entries.optional() })

export const GuardrailsPatch = withReadOnlyFields(
  {
    topicsToAvoid: ListChanges.optional(),
    claimsNotToMake: ListChanges.optional(),
    requiredDisclaimers: ListChanges.optional(),
    additionalRules,
  },
  readOnly,
).meta({ id: 'GuardrailsPatch', examples: [{ topicsToAvoid: { add: ['Religion'], remove: ['Politics'] } }] })
export type GuardrailsPatch = z.output<typeof GuardrailsPatch>

type Lists = Pick<AgentGuardrails, GuardrailList>

/** PUT replaces the lists; clients cannot write their provenance. */
export function replaceGuardrails(stored: AgentGuardrails, sent: GuardrailsBody): AgentGuardrails {
  return withOrigins(pickLists(sent), stored.derivedFromTemplates)
}

/** PATCH changes only the lists sent; duplicate additions are ignored. */
export function patchGuardrails(stored: AgentGuardrails, patch: GuardrailsPatch): AgentGuardrails {
  const lists = pickLists(stored)
  for (const name of guardrailLists) {
    const changes = patch[name]
    if (!changes) continue
    const removed = new Set(changes.remove)
    const remaining = (lists[name] ?? []).filter((entry) => !removed.has(entry))
    lists[name] = distinct([...remaining, ...(changes.add ?? [])])
  }
  return withOrigins(lists, stored.derivedFromTemplates)
}

/** The only import that merges: appends the strings to the lists, and the template id to the origins. */
export function mergeGuardrails(stored: AgentGuardrails, template: Lists & { id: string }): AgentGuardrails {
  const lists = pickLists(stored)
  for (const name of guardrailLists) {
    if (template[name]) lists[name] = distinct([...(lists[name] ?? []), ...template[name]])
  }
  return withOrigins(lists, distinct([...(stored.derivedFromTemplates ?? []), template.id]))
}

function pickLists(from: Lists): Lists {
  const lists: Lists = {}
  for (const name of guardrailLists) if (from[name]) lists[name] = from[name]
  return lists
}

function withOrigins(lists: Lists, derivedFromTemplates: string[] | undefined): AgentGuardrails {
  return derivedFromTemplates ? { ...lists, derivedFromTemplates } : lists
}

const distinct = (entries: string[]): string[] => [...new Set(entries)]
