import {
  type AgentDefinition,
  listEnabledLocations,
  listIntegrationToolNames,
  memoize,
  type PeopleField,
  toolNames,
} from '@parley/definition'
import type { Finding } from '@parley/findings'
import type { JsonNode } from '../json-node.ts'
import { matchProductInterest } from '../product-interest.ts'

/** The names that a case of an agent can refer to; built once for all of its cases. */
export type AgentVocabulary = {
  outreaches: ReadonlySet<string>
  playbooks: ReadonlySet<string>
  representatives: ReadonlySet<string>
  locations: ReadonlySet<string>
  /** Integrations, their tools, and bound catalog tools: the sandbox answers for them. */
  stubs: ReadonlySet<string>
  tools: ReadonlySet<string>
  outcomes: ReadonlySet<string>
  peopleFields: ReadonlyMap<string, PeopleField>
  /** Without anyone's hours, there are no scheduling tools, and no time is ever offered. */
  schedules: boolean
  isProduct(raw: string): boolean
}

export const buildVocabulary = memoize((definition: AgentDefinition): AgentVocabulary => {
  const { outreaches, playbooks, scheduling, integrations, toolBindings, peopleFields, things, locations } = definition
  const { availableHours = [], representatives } = scheduling
  const callable = new Set([
    ...integrations.flatMap(listIntegrationToolNames),
    ...toolBindings.map(({ toolId }) => toolId),
  ])
  const steps = playbooks.flatMap(({ flow }) => flow?.steps ?? [])
  return {
    outreaches: idsOf(outreaches),
    playbooks: idsOf(playbooks),
    representatives: idsOf(representatives),
    locations: idsOf(locations),
    stubs: callable,
    tools: new Set([...toolNames, ...callable]),
    outcomes: new Set(steps.flatMap((step) => ('end' in step ? [step.end.outcome] : []))),
    peopleFields: new Map(peopleFields.map((field) => [field.key, field])),
    schedules:
      availableHours.length > 0 ||
      representatives.some(({ availability }) => availability?.workingHours?.length) ||
      listEnabledLocations(locations).some(({ hours }) => hours?.length),
    isProduct: (raw) => matchProductInterest(raw, things) !== undefined,
  }
})

const idsOf = (list: readonly { id: string }[]): ReadonlySet<string> => new Set(list.map(({ id }) => id))

/**
 * One group of lint findings. A rule assumes only that the document is JSON, so that schema errors do not hide its
 * findings.
 */
export type LintRule = (document: JsonNode, vocabulary: AgentVocabulary) => Finding[]
