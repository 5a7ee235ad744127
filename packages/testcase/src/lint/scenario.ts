import type { Finding } from '@parley/findings'
import {
  createErrorFinding,
  createInfoFinding,
  createWarningFinding,
  getChild,
  getNonBlankText,
  type JsonNode,
  listItems,
  listProperties,
} from '../json-node.ts'
import type { AgentVocabulary } from './known.ts'
import type { LintRule } from './rule.ts'

/** Appointments, stubs and the clock of a scenario. */
export const lintScenario: LintRule = (document, vocabulary) => {
  const scenario = getChild(document, 'scenario')
  return [
    ...lintAppointments(getChild(scenario, 'appointments'), vocabulary),
    ...lintStubs(getChild(scenario, 'stubs'), vocabulary),
    ...lintClock(getChild(scenario, 'clock')),
  ]
}

function lintAppointments(appointments: JsonNode, { schedules, representatives }: AgentVocabulary): Finding[] {
  const all = listItems(appointments)
  const unknown = all
    .map((one) => getChild(one, 'representativeId'))
    .filter((place) => !representatives.has(getNonBlankText(place) ?? '') && getNonBlankText(place) !== undefined)
    .map((place) =>
      createErrorFinding(place, 'case.appointments.representative-unknown', 'names no representative of the agent'),
    )
  if (schedules || all.length === 0) return unknown
  const message = 'are there from the start, and the agent has no scheduling: its hours are not set'
  return [...unknown, createWarningFinding(appointments, 'case.appointments.no-scheduling', message)]
}

const lintStubs = (stubs: JsonNode, { integrations }: AgentVocabulary): Finding[] =>
  listProperties(stubs)
    .filter(([id]) => !integrations.has(id))
    .map(([, place]) =>
      createWarningFinding(place, 'case.stubs.unknown-integration', 'stands for no integration of the agent'),
    )

function lintClock(clock: JsonNode): Finding[] {
  if (listProperties(clock).length === 0) return []
  return [
    createInfoFinding(clock, 'case.clock.not-applied', 'is not applied yet: the case is run at the time that it is'),
  ]
}
