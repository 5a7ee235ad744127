import type { Finding } from '@parley/findings'
import { error, into, listed, named, type Place, warning, wordsAt } from '../place.ts'
import type { Known } from './known.ts'
import type { Rule } from './rule.ts'

/** What the checks of a case name. */
export const lintChecks: Rule = (document, known) => {
  const checks = into(document, 'expect', 'checks')
  return [
    ...lintPlaybook(into(checks, 'activePlaybookAtEnd'), known),
    ...lintTools(checks, known),
    ...lintScheduling(checks, known),
    ...lintPersonFields(into(checks, 'personFields'), known),
    ...lintOutcomes(into(checks, 'outcomes'), known),
    ...lintNoReply(into(checks, 'noReplyTo'), into(document, 'turns')),
  ]
}

function lintPlaybook(place: Place, { playbooks }: Known): Finding[] {
  const id = wordsAt(place)
  if (id === undefined || playbooks.has(id)) return []
  return [error(place, 'case.checks.playbook-unknown', 'names no playbook of the agent')]
}

function lintTools(checks: Place, { tools }: Known): Finding[] {
  const called = named(into(checks, 'toolsCalled'))
  const notCalled = listed(into(checks, 'toolsNotCalled')).map((place) => [wordsAt(place), place] as const)
  return [...called, ...notCalled]
    .filter(([name]) => name !== undefined && !tools.has(name))
    .map(([, place]) => error(place, 'case.checks.tool-unknown', 'is neither a tool nor an integration of the agent'))
}

const meetings = ['pickerShown', 'appointmentCreated', 'activeAppointments']

/** What cannot come true without scheduling; that nothing of it happens is no wonder. */
function lintScheduling(checks: Place, { schedules }: Known): Finding[] {
  if (schedules) return []
  const tools = named(into(checks, 'toolsCalled')).filter(([name]) => name.startsWith('scheduling.'))
  const parts = listed(into(checks, 'partsOnLastTurn')).filter(({ value }) => value === 'ask.time')
  const wanted = [...meetings.map((key) => into(checks, key)), ...tools.map(([, place]) => place)].filter(
    ({ value }) => value === true || (typeof value === 'number' && value > 0),
  )
  return [...wanted, ...parts].map((place) => {
    const message = 'needs scheduling, and the agent has none: its hours are not set'
    return warning(place, 'case.checks.scheduling-not-enabled', message)
  })
}

/** Document 2, Person, with document 4, section 5. */
const personFields = new Set([
  'id', 'fullName', 'firstName', 'lastName', 'email', 'phone', 'company', 'title', 'status', 'source', 'notes', 'tags',
  'productInterest', 'assignedRepresentativeId', 'scheduledCallAt', 'timezone', 'language', 'consent', 'channels', 'lastCallAt',
  'lastSeenAt', 'createdAt', 'updatedAt',
]) // biome-ignore format: one list

function lintPersonFields(fields: Place, { peopleFields }: Known): Finding[] {
  const isDeclared = (key: string) =>
    personFields.has(key) || peopleFields.has(key.startsWith('customFields.') ? key.slice('customFields.'.length) : key)
  return named(fields)
    .filter(([key]) => !isDeclared(key))
    .map(([, place]) => {
      const message = 'is no field of a person, and not declared among the People fields of the agent'
      return warning(place, 'case.checks.person-field-undeclared', message)
    })
}

const lintOutcomes = (outcomes: Place, known: Known): Finding[] =>
  listed(outcomes)
    .filter((place) => typeof place.value === 'string' && !known.outcomes.has(place.value))
    .map((place) => warning(place, 'case.checks.outcome-unknown', 'is an outcome that no flow of the agent ends with'))

function lintNoReply(events: Place, turns: Place): Finding[] {
  const sent = new Set(listed(turns).map((turn) => into(turn, 'system').value))
  return listed(events)
    .filter((place) => wordsAt(place) !== undefined && !sent.has(place.value))
    .map((place) => {
      const message = 'is no system event of the turns: the check cannot hold'
      return warning(place, 'case.checks.no-reply-without-system-turn', message)
    })
}
