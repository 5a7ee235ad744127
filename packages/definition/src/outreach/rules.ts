import { freeSlug, slugOf } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { patched } from '../patch.ts'
import { Refused } from '../refusal.ts'
import type {
  AutomatedOutreach,
  AutomatedOutreachCreate,
  AutomatedOutreachPatch,
  AutomatedOutreachPut,
} from './outreach.ts'

/** Automated Outreach: rules that send an Outreach when something happens. */

export function findRule({ automatedOutreach }: AgentDefinition, id: string): AutomatedOutreach {
  const found = automatedOutreach.find((rule) => rule.id === id)
  if (!found) throw new Refused('resource.not_found')
  return shownRule(found)
}

/** One that says nothing of it is enabled. */
export const shownRule = (rule: AutomatedOutreach): AutomatedOutreach => ({ ...rule, enabled: rule.enabled ?? true })

export function addRule(
  definition: AgentDefinition,
  sent: AutomatedOutreachCreate,
): { definition: AgentDefinition; id: string } {
  const taken = new Set(definition.automatedOutreach.map(({ id }) => id))
  if (sent.id !== undefined && taken.has(sent.id)) {
    throw new Refused('resource.conflict', { detail: `There is an automated Outreach ${sent.id} already` })
  }
  const id = sent.id ?? freeSlug(slugOf(sent.name, 'rule'), taken)
  const rule = { ...sent, id, enabled: sent.enabled ?? true }
  return { definition: { ...definition, automatedOutreach: [...definition.automatedOutreach, rule] }, id }
}

export function putRule(definition: AgentDefinition, id: string, sent: AutomatedOutreachPut): AgentDefinition {
  return editRule(definition, id, () => ({ id, ...sent, enabled: sent.enabled ?? true }))
}

export function patchRule(definition: AgentDefinition, id: string, patch: AutomatedOutreachPatch): AgentDefinition {
  return editRule(definition, id, (stored) => patched(stored, patch))
}

export function removeRule(definition: AgentDefinition, id: string): AgentDefinition {
  findRule(definition, id)
  return { ...definition, automatedOutreach: definition.automatedOutreach.filter((rule) => rule.id !== id) }
}

function editRule(
  definition: AgentDefinition,
  id: string,
  edit: (stored: AutomatedOutreach) => AutomatedOutreach,
): AgentDefinition {
  findRule(definition, id)
  const automatedOutreach = definition.automatedOutreach.map((rule) => (rule.id === id ? edit(rule) : rule))
  return { ...definition, automatedOutreach }
}
