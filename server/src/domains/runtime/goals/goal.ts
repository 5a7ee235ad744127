import type { AgentDefinition, AgentGoal, GoalAssignment } from '@parley/definition'
import type { ConversationState, GoalEvent, Partner } from '../deps.ts'

export type ActiveGoal = { goal: AgentGoal; source: 'playbook' | 'outreach' | 'default' }

type Standing = Pick<ConversationState, 'playbookId' | 'outreachId'>

/** Document 1, Goals: the most specific assignment that leads to a Goal; playbook, then outreach, then default. */
export function activeGoal(definition: AgentDefinition, at: Standing, partner: Partner): ActiveGoal | undefined {
  const sources = [
    ['playbook', definition.playbooks.find(({ id }) => id === at.playbookId)?.goal],
    ['outreach', definition.outreaches.find(({ id }) => id === at.outreachId)?.goal],
    ['default', definition.goals.defaultGoal],
  ] as const
  for (const [source, assignment] of sources) {
    const goal = assignment && goalOf(definition, assignment, partner)
    if (goal) return { goal, source }
  }
  return undefined
}

/** Where the condition holds, `then` takes over; without it, or when it is gone, the next source has its say. */
function goalOf({ goals }: AgentDefinition, assignment: GoalAssignment, partner: Partner): AgentGoal | undefined {
  const { goalId, unless } = assignment
  const wanted = unless && holds(unless, partner) ? assignment.then : goalId
  return goals.goals.find(({ id }) => id === wanted)
}

function holds({ field, op, ...rest }: NonNullable<GoalAssignment['unless']>, partner: Partner): boolean {
  const value = valueAt(partner, field)
  if (op === 'exists') return value !== undefined && value !== ''
  return value !== undefined && 'value' in rest && value === rest.value
}

const customFields = 'person.customFields.'

function valueAt(partner: Partner, field: string): string | undefined {
  if (field.startsWith(customFields)) {
    const key = field.slice(customFields.length)
    return Object.hasOwn(partner.customFields, key) ? partner.customFields[key] : undefined
  }
  if (field === 'person.lastCallAt') return partner.lastCallAt?.toISOString()
  return field === 'person.consent.status' ? partner.consent.status : partner.status
}

/** The active Goal, where the event reaches it and it was not reached in this session already. */
export function reachedBy(
  active: ActiveGoal | undefined,
  event: GoalEvent,
  reached: readonly string[],
): AgentGoal | undefined {
  if (!active || reached.includes(active.goal.id)) return undefined
  const { definition } = active.goal
  return definition.kind === 'event' && definition.event === event ? active.goal : undefined
}
