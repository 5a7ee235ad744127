import type { AgentDefinition } from '../definition.ts'
import type { AgentGoals } from '../goals.ts'
import { type AgentGuardrails, mergeGuardrails } from '../guardrails.ts'
import type { AgentLocation } from '../locations/location.ts'
import type { AgentObjective } from '../objectives.ts'
import { listAllUses } from '../playbooks/edits.ts'
import type { AgentPlaybook } from '../playbooks/playbook.ts'
import { copyObjective, copyPersonality, copyPlaybook } from './copies.ts'

/**
 * Replaces every section that the template carries and leaves the others alone. Playbooks owned by an Outreach are not
 * part of a template and stay.
 */
export function applyTemplate(definition: AgentDefinition, template: TemplateContent): AgentDefinition {
  const after: AgentDefinition = {
    ...definition,
    agent: { ...definition.agent, templateRef: { templateId: template.id, version: template.version } },
  }
  if (template.identityPreamble !== undefined) {
    after.identity = { ...definition.identity, identityPreamble: template.identityPreamble }
  }
  if (template.personality) after.personality = copyPersonality(template.personality)
  if (template.objectives) after.objectives = copyObjectives(template.objectives)
  if (template.guardrails) after.guardrails = template.guardrails.reduce(mergeGuardrails, {})
  if (template.standingInstructions) after.standingInstructions = template.standingInstructions
  if (template.goals) after.goals = template.goals
  if (template.playbooks) after.playbooks = mergePlaybooks(definition, template.playbooks)
  if (template.locations) after.locations = template.locations
  return after
}

/** Returns the sections that a template replaces and those it leaves alone, by their names in an export. */
export function listAppliedSections(template: TemplateContent): { applied: string[]; skipped: string[] } {
  const carried = {
    identity: template.identityPreamble !== undefined,
    personality: template.personality !== undefined,
    objectives: template.objectives !== undefined,
    goals: template.goals !== undefined,
    playbooks: template.playbooks !== undefined,
    standingInstructions: template.standingInstructions !== undefined,
    guardrails: template.guardrails !== undefined,
  }
  const names = Object.keys(carried) as (keyof typeof carried)[]
  const locations = template.locations ? ['capabilities.locations'] : []
  return {
    applied: [...names.filter((name) => carried[name]), ...locations],
    skipped: names.filter((name) => !carried[name]),
  }
}

function copyObjectives(templates: ObjectiveTemplateContent[]): AgentObjective[] {
  const usedIds = new Set<string>()
  return templates.map((template) => {
    const objective = copyObjective(template, usedIds)
    usedIds.add(objective.id)
    return objective
  })
}

function mergePlaybooks(definition: AgentDefinition, templates: PlaybookTemplateContent[]): AgentPlaybook[] {
  const owned = definition.playbooks.filter(({ outreachId }) => outreachId !== undefined)
  const usedIds = new Set(owned.map(({ id }) => id))
  const chosen = templates.find(({ isDefault }) => isDefault) ?? templates[0]
  const copies = templates.map((template) => {
    const copy = copyPlaybook(template, usedIds, listAllUses(definition))
    usedIds.add(copy.id)
    return { ...copy, isDefault: template === chosen }
  })
  return [...copies, ...owned]
}

/** Fields that a catalog template needs to be copied onto an agent; the catalogs themselves live on the server. */
type Versioned = { id: string; version: string; name: string; description: string }
export type PersonalityTemplateContent = Versioned & { promptFragment: string }
export type ObjectiveTemplateContent = Versioned & { body: string }
type GuardrailTemplateContent = Versioned & Omit<AgentGuardrails, 'derivedFromTemplates'>
export type PlaybookTemplateContent = Versioned & {
  whenToUse?: string | undefined
  body: string
  examples?: AgentPlaybook['examples']
  flow?: unknown
  isDefault?: boolean | undefined
}

/** An agent template with the catalog items it references. */
export type TemplateContent = {
  id: string
  version: string
  identityPreamble?: string | undefined
  personality?: PersonalityTemplateContent | undefined
  playbooks?: PlaybookTemplateContent[] | undefined
  objectives?: ObjectiveTemplateContent[] | undefined
  guardrails?: GuardrailTemplateContent[] | undefined
  standingInstructions?: string[] | undefined
  goals?: AgentGoals | undefined
  /** Examples, for the operator to change. They name no representatives, who would have to exist. */
  locations?: AgentLocation[] | undefined
}
