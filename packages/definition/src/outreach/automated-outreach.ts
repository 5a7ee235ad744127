import { findFreeSlug, toSlug } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import { applyPatch } from '../patch.ts'
import { isSameValue } from '../same-value.ts'
import type {
  AutomatedOutreach,
  AutomatedOutreachCreate,
  AutomatedOutreachPatch,
  AutomatedOutreachPut,
} from './outreach.ts'

/** Automated Outreach: rules that send an Outreach when an event occurs. */

export function findAutomatedOutreach({ automatedOutreach }: AgentDefinition, id: string): AutomatedOutreach {
  const found = automatedOutreach.find((rule) => rule.id === id)
  if (!found) throw new ChangeRejectedError('resource.not_found')
  return serializeAutomatedOutreach(found)
}

/** Rules are enabled by default. */
export function serializeAutomatedOutreach({
  id,
  name,
  outreachId,
  enabled = true,
  ...rest
}: AutomatedOutreach): AutomatedOutreach {
  return { id, name, outreachId, enabled, ...rest }
}

export function addAutomatedOutreach(
  definition: AgentDefinition,
  sent: AutomatedOutreachCreate,
): { definition: AgentDefinition; id: string } {
  const usedIds = new Set(definition.automatedOutreach.map(({ id }) => id))
  if (sent.id !== undefined && usedIds.has(sent.id)) {
    throw new ChangeRejectedError('resource.conflict', {
      detail: `An automated Outreach with the id ${sent.id} already exists`,
    })
  }
  const id = sent.id ?? findFreeSlug(toSlug(sent.name, 'rule'), usedIds)
  const rule = serializeAutomatedOutreach({ ...sent, id })
  return { definition: { ...definition, automatedOutreach: [...definition.automatedOutreach, rule] }, id }
}

export function putAutomatedOutreach(
  definition: AgentDefinition,
  id: string,
  sent: AutomatedOutreachPut,
): AgentDefinition {
  return editRule(definition, id, () => serializeAutomatedOutreach({ id, ...sent }))
}

export function patchAutomatedOutreach(
  definition: AgentDefinition,
  id: string,
  patch: AutomatedOutreachPatch,
): AgentDefinition {
  return editRule(definition, id, (stored) => applyPatch(stored, patch))
}

export function removeAutomatedOutreach(definition: AgentDefinition, id: string): AgentDefinition {
  findAutomatedOutreach(definition, id)
  return { ...definition, automatedOutreach: definition.automatedOutreach.filter((rule) => rule.id !== id) }
}

function editRule(
  definition: AgentDefinition,
  id: string,
  edit: (stored: AutomatedOutreach) => AutomatedOutreach,
): AgentDefinition {
  findAutomatedOutreach(definition, id)
  const automatedOutreach = definition.automatedOutreach.map((rule) =>
    rule.id === id ? edited(rule, edit(rule)) : rule,
  )
  return { ...definition, automatedOutreach }
}

/** Sending back an unchanged response changes nothing. */
const edited = (before: AutomatedOutreach, after: AutomatedOutreach): AutomatedOutreach =>
  isSameValue(serializeAutomatedOutreach(before), serializeAutomatedOutreach(after)) ? before : after
