import { boundedText, slug, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { ChangeRejectedError } from './change-rejected.ts'
import { fieldKey, parseCustomFieldPath } from './people-fields.ts'
import { consentStatuses, goalEvents } from './vocabulary.ts'

const Definition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('event'), event: z.enum(goalEvents) }),
  z.strictObject({ kind: z.literal('judged'), criterion: boundedText({ min: 1, max: 500 }) }),
])

export const AgentGoal = z
  .strictObject({
    id: slug,
    name: boundedText({ min: 1, max: 80 }),
    description: boundedText({ max: 300 }).optional(),
    definition: Definition,
  })
  .meta({
    id: 'AgentGoal',
    examples: [{ id: 'booked', name: 'A visit is booked', definition: { kind: 'event', event: 'appointment.booked' } }],
  })
export type AgentGoal = z.infer<typeof AgentGoal>

export const maxGoals = 20
export const GoalList = uniqueBy(z.array(AgentGoal).max(maxGoals), 'id')

const customField = z
  .string()
  .refine((path) => fieldKey.safeParse(parseCustomFieldPath(path)).success, 'must be a field that a condition can read')
  .meta({ pattern: '^person\\.customFields\\.[^.$][^.]*$' })

export const GoalCondition = z.union([
  z.strictObject({ field: z.literal('person.lastCallAt'), op: z.literal('exists') }),
  z.strictObject({
    field: z.literal('person.consent.status'),
    op: z.literal('eq'),
    value: z.enum(consentStatuses),
  }),
  z.strictObject({ field: z.literal('person.status'), op: z.literal('eq'), value: boundedText({ min: 1, max: 200 }) }),
  z.strictObject({ field: customField, op: z.literal('eq'), value: boundedText({ max: 1000 }) }),
  z.strictObject({ field: customField, op: z.literal('exists'), value: boundedText({ max: 1000 }).optional() }),
])
export type GoalCondition = z.infer<typeof GoalCondition>

export const GoalAssignment = z
  .strictObject({
    goalId: slug,
    unless: GoalCondition.optional(),
    // At run time, a missing target falls through to the next source; a write that names a missing target is rejected.
    // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
    then: slug.optional(),
  })
  .meta({ id: 'GoalAssignment', examples: [{ goalId: 'booked' }] })
export type GoalAssignment = z.infer<typeof GoalAssignment>

export type AgentGoals = { goals: AgentGoal[]; defaultGoal?: GoalAssignment }

/** If `defaultGoal` is absent, the stored one stays; null clears it. */
export const GoalsBody = z.strictObject({ goals: GoalList, defaultGoal: GoalAssignment.nullable().optional() }).meta({
  id: 'GoalsBody',
  examples: [
    {
      goals: [{ id: 'booked', name: 'A visit is booked', definition: { kind: 'event', event: 'appointment.booked' } }],
      defaultGoal: { goalId: 'booked' },
    },
  ],
})
export type GoalsBody = z.output<typeof GoalsBody>

/** An assignment in the body must name a Goal of the same body, whatever was stored before. */
export function putGoals<D extends { goals: AgentGoals }>(definition: D, sent: GoalsBody): D {
  const { goals, defaultGoal = definition.goals.defaultGoal } = sent
  if (sent.defaultGoal) assertGoalsKnown(sent.defaultGoal, new Set(goals.map(({ id }) => id)))
  return { ...definition, goals: defaultGoal ? { goals, defaultGoal } : { goals } }
}

function assertGoalsKnown(assignment: GoalAssignment, known: ReadonlySet<string>): void {
  const errors = (['goalId', 'then'] as const).flatMap((key) => {
    const id = assignment[key]
    if (id === undefined || known.has(id)) return []
    return [{ field: `goals.defaultGoal.${key}`, message: `refers to the Goal ${id}, which does not exist` }]
  })
  if (errors.length > 0) throw new ChangeRejectedError('goal.unknown', { detail: errors[0]?.message, errors })
}
