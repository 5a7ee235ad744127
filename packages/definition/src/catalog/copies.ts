import { findFreeSlug, toSlug } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { parseFlow } from '../flow/index.ts'
import type { AgentObjective } from '../objectives.ts'
import type { AgentPersonality } from '../personality.ts'
import { createInvalidFlowError, listAllUses } from '../playbooks/edits.ts'
import type { AgentPlaybook } from '../playbooks/playbook.ts'
import type { ObjectiveTemplateContent, PersonalityTemplateContent, PlaybookTemplateContent } from './apply.ts'

/** An import copies a catalog template onto the agent and records its origin on the copy. */

const toDerivedFrom = ({ id, version }: { id: string; version: string }) => ({ templateId: id, version })

export function copyPersonality(template: PersonalityTemplateContent): AgentPersonality {
  return { description: template.description, text: template.promptFragment, derivedFrom: toDerivedFrom(template) }
}

export function importObjective(definition: AgentDefinition, template: ObjectiveTemplateContent): AgentDefinition {
  const usedIds = new Set(definition.objectives.map(({ id }) => id))
  return { ...definition, objectives: [...definition.objectives, copyObjective(template, usedIds)] }
}

export function copyObjective(template: ObjectiveTemplateContent, usedIds: ReadonlySet<string>): AgentObjective {
  const { name, description, body } = template
  return {
    id: findFreeSlug(toSlug(name, 'objective'), usedIds),
    name,
    description,
    body,
    derivedFrom: toDerivedFrom(template),
  }
}

export function importPlaybook(definition: AgentDefinition, template: PlaybookTemplateContent): AgentDefinition {
  const usedIds = new Set(definition.playbooks.map(({ id }) => id))
  return {
    ...definition,
    playbooks: [...definition.playbooks, copyPlaybook(template, usedIds, listAllUses(definition))],
  }
}

export function copyPlaybook(
  template: PlaybookTemplateContent,
  usedIds: ReadonlySet<string>,
  uses: string[],
): AgentPlaybook {
  return {
    id: findFreeSlug(toSlug(template.name, 'playbook'), usedIds),
    ...playbookContent(template),
    uses,
    isDefault: false,
    derivedFrom: toDerivedFrom(template),
  }
}

/** The playbook fields that a template defines; the rest belongs to the agent. */
function playbookContent({ name, description, whenToUse, body, examples, flow }: PlaybookTemplateContent) {
  return {
    name,
    description,
    body,
    ...(whenToUse !== undefined && { whenToUse }),
    ...(examples && { examples }),
    ...(flow !== undefined && { flow: readFlow(flow) }),
  }
}

function readFlow(flow: unknown): NonNullable<AgentPlaybook['flow']> {
  const parsed = parseFlow(flow, 'flow')
  if (!parsed.ok) throw createInvalidFlowError(parsed.findings)
  return parsed.flow
}

/** Copies the template's content again; keeps the playbook's id, position and operator settings. */
export function recopyPlaybook(playbook: AgentPlaybook, template: PlaybookTemplateContent): AgentPlaybook {
  const { name: _, description: __, body: ___, whenToUse: ____, examples: _____, flow: ______, ...own } = playbook
  return { ...own, ...playbookContent(template), derivedFrom: toDerivedFrom(template) }
}

export function recopyObjective(objective: AgentObjective, template: ObjectiveTemplateContent): AgentObjective {
  const { name, description, body } = template
  return { ...objective, name, description, body, derivedFrom: toDerivedFrom(template) }
}
