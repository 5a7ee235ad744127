import type { goalEvents } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'

type Goal = Schema<'AgentGoal'>
type Assignment = Schema<'GoalAssignment'>
type Condition = NonNullable<Assignment['unless']>
type Definition = Goal['definition']

export type GoalEventOption = (typeof goalEvents)[number]

/** Retains the input for both ways of reaching a Goal while one of them is selected. */
export type GoalForm = {
  id: string
  name: string
  description: string
  definition: { kind: Definition['kind']; event: GoalEventOption; criterion: string }
}

export const goalConditionKinds = ['always', 'call', 'consent', 'status', 'fieldIs', 'fieldExists'] as const
export type GoalConditionKind = (typeof goalConditionKinds)[number]
export type ConditionForm = { kind: GoalConditionKind; key: string; value: string }

export type GoalsForm = {
  goals: GoalForm[]
  defaultGoal: { goalId: string; unless: ConditionForm; instead: string }
}

const customField = 'person.customFields.'
const none: ConditionForm = { kind: 'always', key: '', value: '' }

export const blankGoal: GoalForm = {
  id: '',
  name: '',
  description: '',
  definition: { kind: 'event', event: 'appointment.booked', criterion: '' },
}

export function toGoalsForm({ data, defaultGoal }: Schema<'GoalsAnswer'>): GoalsForm {
  return {
    goals: data.map(({ id, name, description = '', definition }) => ({
      id,
      name,
      description,
      definition: { ...blankGoal.definition, ...definition },
    })),
    defaultGoal: {
      goalId: defaultGoal?.goalId ?? '',
      unless: defaultGoal?.unless ? toConditionForm(defaultGoal.unless) : none,
      instead: defaultGoal?.then ?? '',
    },
  }
}

export function toGoalsBody({ goals, defaultGoal }: GoalsForm) {
  return { goals: goals.map(toGoalBody), defaultGoal: toAssignmentBody(defaultGoal) }
}

export function goalSections(form: GoalsForm) {
  const { goals, defaultGoal } = toGoalsBody(form)
  return { goals: { goals, ...(defaultGoal && { defaultGoal }) } }
}

function toGoalBody({ id, name, description, definition: { kind, event, criterion } }: GoalForm): Goal {
  const definition: Definition = kind === 'event' ? { kind, event } : { kind, criterion }
  return { id, name, ...(description && { description }), definition }
}

function toAssignmentBody({ goalId, unless, instead }: GoalsForm['defaultGoal']): Assignment | null {
  if (goalId === '') return null
  const condition = toConditionBody(unless)
  if (!condition) return { goalId }
  // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
  return { goalId, unless: condition, ...(instead && { then: instead }) }
}

export function toConditionForm(condition: Condition): ConditionForm {
  const { field, op } = condition
  const value = 'value' in condition ? (condition.value ?? '') : ''
  if (field === 'person.lastCallAt') return { ...none, kind: 'call' }
  if (field === 'person.consent.status') return { kind: 'consent', key: '', value }
  if (field === 'person.status') return { kind: 'status', key: '', value }
  return { kind: op === 'eq' ? 'fieldIs' : 'fieldExists', key: field.slice(customField.length), value }
}

export function toConditionBody({ kind, key, value }: ConditionForm): Condition | undefined {
  const field = `${customField}${key}`
  switch (kind) {
    case 'always':
      return undefined
    case 'call':
      return { field: 'person.lastCallAt', op: 'exists' }
    case 'consent':
      return { field: 'person.consent.status', op: 'eq', value: value as 'granted' }
    case 'status':
      return { field: 'person.status', op: 'eq', value }
    case 'fieldIs':
      return { field, op: 'eq', value }
    case 'fieldExists':
      return { field, op: 'exists', ...(value && { value }) }
  }
}

export function goalField(field: string): string {
  const own = field.replace(/^goals\.(?=goals|defaultGoal)/, '')
  return own
    .replace(/^defaultGoal\.then$/, 'defaultGoal.instead')
    .replace(/^defaultGoal\.unless\.field$/, 'defaultGoal.unless.key')
}
