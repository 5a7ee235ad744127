import { boundedText, nameText, slug, uniqueBy, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { DerivedFrom } from './provenance.ts'

const fields = {
  id: slug,
  name: nameText,
  description: boundedText({ max: 1000 }).optional(),
  body: boundedText({ min: 1, max: 20_000 }),
  priority: z.int().min(0).max(1000).optional(),
  enabled: z.boolean().optional().meta({ default: true }),
}

export const AgentObjective = z.strictObject({ ...fields, derivedFrom: DerivedFrom.optional() }).meta({
  id: 'AgentObjective',
  examples: [{ id: 'fill-the-week', name: 'Fill the week', body: 'Offer the earliest free time first.', priority: 1 }],
})
export type AgentObjective = z.infer<typeof AgentObjective>

const Sent = withReadOnlyFields(fields, ['derivedFrom'])
export const ObjectiveList = uniqueBy(z.array(Sent).max(50), 'id')
export type ObjectiveInput = z.output<typeof Sent>

/** Clients cannot write the provenance of an objective. */
export function putObjectives<D extends { objectives: AgentObjective[] }>(definition: D, sent: ObjectiveInput[]): D {
  const origins = new Map(definition.objectives.map(({ id, derivedFrom }) => [id, derivedFrom]))
  const objectives = sent.map((objective): AgentObjective => {
    const derivedFrom = origins.get(objective.id)
    return derivedFrom ? { ...objective, derivedFrom } : objective
  })
  return { ...definition, objectives }
}
