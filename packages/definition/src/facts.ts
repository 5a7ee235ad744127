import { boundedText, slug, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { ChangeRejectedError } from './change-rejected.ts'
import { isSameValue } from './same-value.ts'

const factSources = ['operator', 'import', 'suggested'] as const

const FactScope = z
  .strictObject({ playbookIds: z.array(slug).max(200).optional(), locationIds: z.array(slug).max(100).optional() })
  .superRefine(({ playbookIds, locationIds }, context) => {
    if (!playbookIds && !locationIds)
      context.addIssue({ code: 'custom', path: ['playbookIds'], message: 'is required, unless locationIds is there' })
  })

const fields = {
  id: boundedText({ min: 1, max: 200 }),
  question: boundedText({ min: 1, max: 300 }),
  alternates: z
    .array(boundedText({ min: 1, max: 200 }))
    .max(10)
    .optional()
    .meta({ description: 'Other phrasings, used only for matching.' }),
  answer: boundedText({ min: 1, max: 1000 }),
  exact: z.boolean().optional().meta({ default: false }),
  enabled: z.boolean().optional().meta({ default: true }),
  source: z.enum(factSources).optional(),
  confirmed: z.boolean().optional().meta({ default: true, description: 'False: the agent never reads it.' }),
  alwaysOn: z.boolean().optional().meta({ default: false }),
  scope: FactScope.optional().meta({
    description: 'The playbooks and the locations it applies to; default: all of them.',
  }),
}

export const AgentFact = z.strictObject({ ...fields, updatedAt: z.iso.datetime().optional() }).meta({
  id: 'AgentFact',
  examples: [{ id: 'hours', question: 'When are you open?', answer: 'From nine to five, Monday to Friday.' }],
})
export type AgentFact = z.infer<typeof AgentFact>

export const FactInput = z
  .strictObject({
    ...fields,
    verbatim: z.boolean().optional().meta({ deprecated: true, description: 'The former name of exact.' }),
    updatedAt: z.unknown().optional().meta({ readOnly: true, description: 'Ignored on write.' }),
  })
  .transform(({ verbatim, updatedAt: _, ...fact }) =>
    verbatim === undefined || fact.exact !== undefined ? fact : { ...fact, exact: verbatim },
  )
export type FactInput = z.output<typeof FactInput>

export const maxFacts = 10_000
export const FactList = uniqueBy(z.array(FactInput).max(maxFacts), 'id')

const maxFactsInRequest = 1000

/** A list in a request is short; only an import makes it longer, and from then on it can be replaced whole. */
export function replaceFacts(sent: readonly FactInput[], stored: readonly AgentFact[], now: string): AgentFact[] {
  if (sent.length > maxFactsInRequest && stored.length <= maxFactsInRequest) {
    const message = `must have at most ${maxFactsInRequest} entries; import a CSV file for up to ${maxFacts} Facts`
    throw new ChangeRejectedError('request.invalid', { errors: [{ field: 'capabilities.knowledge.facts', message }] })
  }
  return stampFacts(sent, stored, now)
}

/** Keeps the timestamp of unchanged Facts; any other Fact gets `now`. */
export function stampFacts(sent: readonly FactInput[], stored: readonly AgentFact[], now: string): AgentFact[] {
  const before = new Map(stored.map((fact) => [fact.id, fact]))
  return sent.map((fact) => {
    const old = before.get(fact.id)
    return old && isSameFact(old, fact) ? old : { ...fact, updatedAt: now }
  })
}

function isSameFact({ updatedAt: _, ...old }: AgentFact, fact: FactInput): boolean {
  return isSameValue(old, fact)
}
