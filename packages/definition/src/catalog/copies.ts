import { freeSlug, slugOf } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { parseFlow } from '../flow/index.ts'
import type { AgentObjective } from '../objectives.ts'
import type { AgentPersonality } from '../personality.ts'
import { everyUse, faultyFlow } from '../playbooks/edits.ts'
import type { AgentPlaybook } from '../playbooks/playbook.ts'
import type { ObjectiveTemplate, PersonalityTemplate, PlaybookTemplate } from './template.ts'

/** An import copies a catalog template onto the agent and says on the copy where it came from. */

const originOf = ({ id, version }: { id: string; version: string }) => ({ templateId: id, version })

export function personalityOf(template: PersonalityTemplate): AgentPersonality {
  return { description: template.description, text: template.promptFragment, derivedFrom: originOf(template) }
}

export function importObjective(definition: AgentDefinition, template: ObjectiveTemplate): AgentDefinition {
  const taken = new Set(definition.objectives.map(({ id }) => id))
  return { ...definition, objectives: [...definition.objectives, objectiveOf(template, taken)] }
}

export function objectiveOf(template: ObjectiveTemplate, taken: ReadonlySet<string>): AgentObjective {
  const { name, description, body } = template
  return { id: freeSlug(slugOf(name, 'objective'), taken), name, description, body, derivedFrom: originOf(template) }
}

export function importPlaybook(definition: AgentDefinition, template: PlaybookTemplate): AgentDefinition {
  const taken = new Set(definition.playbooks.map(({ id }) => id))
  return { ...definition, playbooks: [...definition.playbooks, playbookOf(template, taken, everyUse(definition))] }
}

export function playbookOf(template: PlaybookTemplate, taken: ReadonlySet<string>, uses: string[]): AgentPlaybook {
  return {
    id: freeSlug(slugOf(template.name, 'playbook'), taken),
    ...playbookContent(template),
    uses,
    isDefault: false,
    derivedFrom: originOf(template),
  }
}

/** What a template says about a playbook; the rest is the agent's own. */
function playbookContent({ name, description, whenToUse, body, examples, flow }: PlaybookTemplate) {
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
  if (!parsed.ok) throw faultyFlow(parsed.findings)
  return parsed.flow
}

/** A piece's own content anew; its id, its place and what the operator set on it stay. */
export function recopiedPlaybook(playbook: AgentPlaybook, template: PlaybookTemplate): AgentPlaybook {
  const { name: _, description: __, body: ___, whenToUse: ____, examples: _____, flow: ______, ...own } = playbook
  return { ...own, ...playbookContent(template), derivedFrom: originOf(template) }
}

export function recopiedObjective(objective: AgentObjective, template: ObjectiveTemplate): AgentObjective {
  const { name, description, body } = template
  return { ...objective, name, description, body, derivedFrom: originOf(template) }
}
