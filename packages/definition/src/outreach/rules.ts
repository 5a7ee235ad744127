import { freeSlug, slugOf } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { patched } from '../patch.ts'
import { Refused } from '../refusal.ts'
import { sameValue } from '../same-value.ts'
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
export function shownRule({ id, name, outreachId, enabled = true, ...rest }: AutomatedOutreach): AutomatedOutreach {
  return { id, name, outreachId, enabled, ...rest }
}

export function addRule(
  definition: AgentDefinition,
  sent: AutomatedOutreachCreate,
): { definition: AgentDefinition; id: string } {
  const taken = new Set(definition.automatedOutreach.map(({ id }) => id))
  if (sent.id !== undefined && taken.has(sent.id)) {
    throw new Refused('resource.conflict', { detail: `There is an automated Outreach ${sent.id} already` })
  }
  const id = sent.id ?? freeSlug(slugOf(sent.name, 'rule'), taken)
  const rule = shownRule({ ...sent, id })
  return { definition: { ...definition, automatedOutreach: [...definition.automatedOutreach, rule] }, id }
}

export function putRule(definition: AgentDefinition, id: string, sent: AutomatedOutreachPut): AgentDefinition {
  return editRule(definition, id, () => shownRule({ id, ...sent }))
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
  const automatedOutreach = definition.automatedOutreach.map((rule) =>
    rule.id === id ? edited(rule, edit(rule)) : rule,
  )
  return { ...definition, automatedOutreach }
}

/** What was read and is sent back changes nothing. */
const edited = (before: AutomatedOutreach, after: AutomatedOutreach): AutomatedOutreach =>
  sameValue(shownRule(before), shownRule(after)) ? before : after
