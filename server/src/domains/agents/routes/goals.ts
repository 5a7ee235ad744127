import { AgentGoal, type AgentGoals, GoalAssignment, GoalsBody, memoize, putGoals } from '@parley/definition'
import { z } from 'zod'
import type { Route } from '../../../platform/http/route.ts'
import type { AgentDeps } from '../deps.ts'
import { readSectionRoute, writeSectionRoute } from './section.ts'

const show = memoize(({ goals, defaultGoal }: AgentGoals) => ({ data: goals, ...(defaultGoal && { defaultGoal }) }))

const part = {
  path: '/goals',
  tag: 'Goals',
  answer: z
    .strictObject({ data: z.array(AgentGoal), defaultGoal: GoalAssignment.optional() })
    .meta({ id: 'GoalsAnswer' }),
  show: ({ goals }: { goals: AgentGoals }) => show(goals),
}

export function goalRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...part, summary: 'Read the Goals and the default Goal' }),
    writeSectionRoute(definitions, {
      ...part,
      method: 'PUT',
      summary: 'Replace the Goals',
      body: GoalsBody,
      problems: ['goal.unknown'],
      edit: putGoals,
    }),
  ]
}
