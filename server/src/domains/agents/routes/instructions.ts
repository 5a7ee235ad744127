import {
  type AgentDefinition,
  AgentGoal,
  type AgentGoals,
  AgentGuardrails,
  AgentObjective,
  AgentRule,
  GoalAssignment,
  GoalsBody,
  GuardrailsBody,
  GuardrailsPatch,
  importObjective,
  memoize,
  mergeGuardrails,
  ObjectiveList,
  patchGuardrails,
  putGoals,
  putObjectives,
  RuleList,
  replaceGuardrails,
  StandingInstructions,
} from '@parley/definition'
import { z } from 'zod'
import type { Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { AgentDeps } from '../deps.ts'

import { readSectionRoute, templateImportRoute, writeSectionRoute } from './section.ts'

const list = memoize((entries: object[]) => ({ data: entries }))
const texts = memoize((entries: string[]) => ({ data: entries }))

const standing = {
  path: '/standing-instructions',
  tag: 'Standing instructions',
  response: listSchema(z.string().meta({ examples: ['Be brief.'] })),
  show: ({ standingInstructions }: AgentDefinition) => texts(standingInstructions),
}

function standingInstructionRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...standing, summary: 'Read the standing instructions' }),
    writeSectionRoute(definitions, {
      ...standing,
      method: 'PUT',
      summary: 'Replace the standing instructions',
      body: z
        .strictObject({ standingInstructions: StandingInstructions })
        .meta({ id: 'StandingInstructionsBody', examples: [{ standingInstructions: ['Be brief.'] }] }),
      edit: (definition, { standingInstructions }) => ({ ...definition, standingInstructions }),
    }),
  ]
}

const guardrails = {
  path: '/guardrails',
  tag: 'Guardrails',
  response: AgentGuardrails,
  show: ({ guardrails }: AgentDefinition) => guardrails,
}

function guardrailRoutes({ definitions, catalog }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...guardrails, summary: 'Read the guardrails' }),
    writeSectionRoute(definitions, {
      ...guardrails,
      method: 'PUT',
      summary: 'Replace the guardrail lists',
      body: GuardrailsBody,
      edit: (definition, sent) => ({ ...definition, guardrails: replaceGuardrails(definition.guardrails, sent) }),
    }),
    writeSectionRoute(definitions, {
      ...guardrails,
      method: 'PATCH',
      summary: 'Add entries to the guardrail lists, or remove them',
      body: GuardrailsPatch,
      problems: ['resource.conflict'],
      edit: (definition, patch) => ({ ...definition, guardrails: patchGuardrails(definition.guardrails, patch) }),
    }),
    templateImportRoute(definitions, {
      ...guardrails,
      path: '/guardrails/import',
      summary: 'Merge a set of guardrails from the catalog',
      find: (id) => catalog.find('guardrail-templates', id),
      edit: (definition, template) => ({
        ...definition,
        guardrails: mergeGuardrails(definition.guardrails, template),
      }),
    }),
  ]
}

const rules = {
  path: '/rules',
  tag: 'Rules',
  response: listSchema(AgentRule),
  show: ({ rules }: AgentDefinition) => list(rules) as { data: AgentRule[] },
}

function ruleRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...rules, summary: 'Read the rules' }),
    writeSectionRoute(definitions, {
      ...rules,
      method: 'PUT',
      summary: 'Replace the rules',
      body: z.strictObject({ rules: RuleList }).meta({
        id: 'RulesBody',
        examples: [{ rules: [] }],
      }),
      edit: (definition, { rules }) => ({ ...definition, rules }),
    }),
  ]
}

const objectives = {
  path: '/objectives',
  tag: 'Objectives',
  response: listSchema(AgentObjective),
  show: ({ objectives }: AgentDefinition) => list(objectives) as { data: AgentObjective[] },
}

function objectiveRoutes({ definitions, catalog }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...objectives, summary: 'Read the objectives' }),
    writeSectionRoute(definitions, {
      ...objectives,
      method: 'PUT',
      summary: 'Replace the objectives',
      body: z.strictObject({ objectives: ObjectiveList }).meta({
        id: 'ObjectivesBody',
        examples: [{ objectives: [{ id: 'fill-the-week', name: 'Fill the week', body: 'Offer the earliest time.' }] }],
      }),
      edit: (definition, { objectives }) => putObjectives(definition, objectives),
    }),
    templateImportRoute(definitions, {
      ...objectives,
      path: '/objectives/import',
      summary: 'Import an objective from the catalog',
      find: (id) => catalog.find('objective-templates', id),
      edit: importObjective,
    }),
  ]
}

/** Instructions apply on every turn, whatever playbook is active. */
export function instructionRoutes(deps: AgentDeps): Route[] {
  return [...standingInstructionRoutes(deps), ...guardrailRoutes(deps), ...ruleRoutes(deps), ...objectiveRoutes(deps)]
}

const show = memoize(({ goals, defaultGoal }: AgentGoals) => ({ data: goals, ...(defaultGoal && { defaultGoal }) }))

const part = {
  path: '/goals',
  tag: 'Goals',
  response: z
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
