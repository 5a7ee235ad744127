import type { Finding } from '@parley/findings'
import { error, info, into, listed, named, type Place, warning, wordsAt } from '../place.ts'
import type { Known } from './known.ts'
import type { Rule } from './rule.ts'

/** Appointments, stubs and the clock of a scenario. */
export const lintScenario: Rule = (document, known) => {
  const scenario = into(document, 'scenario')
  return [
    ...lintAppointments(into(scenario, 'appointments'), known),
    ...lintStubs(into(scenario, 'stubs'), known),
    ...lintClock(into(scenario, 'clock')),
  ]
}

function lintAppointments(appointments: Place, { schedules, representatives }: Known): Finding[] {
  const all = listed(appointments)
  const unknown = all
    .map((one) => into(one, 'representativeId'))
    .filter((place) => !representatives.has(wordsAt(place) ?? '') && wordsAt(place) !== undefined)
    .map((place) => error(place, 'case.appointments.representative-unknown', 'names no representative of the agent'))
  if (schedules || all.length === 0) return unknown
  const message = 'are there from the start, and the agent has no scheduling: its hours are not set'
  return [...unknown, warning(appointments, 'case.appointments.no-scheduling', message)]
}

const lintStubs = (stubs: Place, { integrations }: Known): Finding[] =>
  named(stubs)
    .filter(([id]) => !integrations.has(id))
    .map(([, place]) => warning(place, 'case.stubs.unknown-integration', 'stands for no integration of the agent'))

function lintClock(clock: Place): Finding[] {
  if (named(clock).length === 0) return []
  return [info(clock, 'case.clock.not-applied', 'is not applied yet: the case is run at the time that it is')]
}
