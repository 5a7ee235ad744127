import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { listEnabledLocations } from '../locations/location.ts'
import { readPhoneNumber } from '../phone-number.ts'
import { listReferences } from '../references/graph.ts'

/** Suggests improvements to a working definition; each check covers one topic. */
export function lintAdvice(definition: AgentDefinition): Finding[] {
  return checks.flatMap((check) => check(definition))
}

type Check = (definition: AgentDefinition) => Finding[]

const advice = (code: string, path: string, message: string): Finding => ({ severity: 'advice', code, path, message })
const warning = (code: string, path: string, message: string): Finding => ({ severity: 'warning', code, path, message })

const checks: Check[] = [
  ({ personality }) =>
    personality
      ? []
      : [advice('personality.missing', 'personality', 'gives the agent a voice of its own, but there is none')],

  ({ identity }) => {
    const reachable = identity.contactEmail ?? identity.contactPhone ?? identity.websiteUrl
    if (reachable !== undefined) return []
    return [advice('identity.contact.missing', 'identity', 'has no contact to offer when a person asks for a human')]
  },

  ({ identity, agent }) => {
    const { contactPhone } = identity
    const problem = contactPhone === undefined ? undefined : readPhoneNumber(contactPhone, agent.defaultCountry).problem
    return problem === undefined ? [] : [warning('identity.contactPhone.invalid', 'identity.contactPhone', problem)]
  },

  ({ playbooks }) =>
    playbooks.flatMap(({ body, flow }, index) =>
      body.trim() || flow ? [] : [advice('playbook.body.empty', `playbooks[${index}].body`, 'is empty')],
    ),

  ({ playbooks }) =>
    playbooks.flatMap(({ whenToUse, isDefault, outreachId }, index) =>
      whenToUse?.trim() || isDefault || outreachId !== undefined
        ? []
        : [warning('playbook.whenToUse.missing', `playbooks[${index}].whenToUse`, 'is needed to give directions')],
    ),

  ({ goals, sendingSettings }) =>
    goals.goals.flatMap(({ definition }, index) =>
      definition.kind === 'event' && definition.event === 'link.tapped' && !sendingSettings.trackLinks
        ? [
            warning(
              'goal.event.unmarked',
              `goals.goals[${index}].definition.event`,
              'is only reached with trackLinks, which is off',
            ),
          ]
        : [],
    ),

  (definition) => {
    const assigned = new Set(listReferences(definition).flatMap(({ to, id }) => (to === 'goal' ? [id] : [])))
    return definition.goals.goals.flatMap(({ id }, index) =>
      assigned.has(id) ? [] : [advice('goal.unassigned', `goals.goals[${index}]`, 'is assigned to nothing')],
    )
  },

  ({ facts }) => {
    const first = new Map<string, number>()
    return facts.flatMap(({ question, enabled }, index) => {
      const normalized = question.trim().toLowerCase()
      const other = first.get(normalized)
      if (enabled === false) return []
      first.set(normalized, other ?? index)
      const path = `capabilities.knowledge.facts[${index}].question`
      return other === undefined
        ? []
        : [warning('fact.question.repeated', path, `has the same question as facts[${other}]`)]
    })
  },

  ({ playbooks, scheduling, locations }) =>
    playbooks.some(({ flow }) =>
      flow?.steps.some((step) => 'action' in step && step.action.startsWith('scheduling.')),
    ) &&
    !scheduling.availableHours?.length &&
    !scheduling.representatives.some(({ availability }) => availability?.workingHours?.length) &&
    !listEnabledLocations(locations).some(({ hours }) => hours?.length)
      ? [warning('scheduling.hours.missing', 'capabilities.scheduling.availableHours', 'has no hours to offer')]
      : [],
]
