import type { Finding } from '@parley/findings'
import {
  createErrorFinding,
  createWarningFinding,
  getChild,
  getNonBlankText,
  type JsonNode,
  listItems,
  listProperties,
} from '../json-node.ts'
import type { AgentVocabulary, LintRule } from './known.ts'

/** Checks the names that a case's checks refer to. */
export const lintChecks: LintRule = (document, vocabulary) => {
  const checks = getChild(document, 'expect', 'checks')
  return [
    ...lintPlaybook(getChild(checks, 'activePlaybookAtEnd'), vocabulary),
    ...lintTools(checks, vocabulary),
    ...lintScheduling(checks, vocabulary),
    ...lintPersonFields(getChild(checks, 'personFields'), vocabulary),
    ...lintOutcomes(getChild(checks, 'outcomes'), vocabulary),
    ...lintNoReply(getChild(checks, 'noReplyTo'), getChild(document, 'turns')),
    ...listItems(getChild(document, 'turns')).flatMap((turn) => lintTurnChecks(getChild(turn, 'expect'), vocabulary)),
  ]
}

function lintTurnChecks(checks: JsonNode, vocabulary: AgentVocabulary): Finding[] {
  return listItems(checks).flatMap((check) => {
    const tool = getChild(check, 'tool.called', 'name')
    const name = getNonBlankText(tool)
    return [
      ...(name === undefined || vocabulary.tools.has(name) ? [] : [unknownTool(tool)]),
      ...lintPlaybook(getChild(check, 'activePlaybookAtEnd'), vocabulary),
      ...lintTools(check, vocabulary),
      ...lintPersonFields(getChild(check, 'personFields'), vocabulary),
      ...lintOutcomes(getChild(check, 'outcomes'), vocabulary),
    ]
  })
}

const unknownTool = (place: JsonNode): Finding =>
  createErrorFinding(place, 'case.checks.tool-unknown', 'is not a tool or an integration of the agent')

function lintPlaybook(place: JsonNode, { playbooks }: AgentVocabulary): Finding[] {
  const id = getNonBlankText(place)
  if (id === undefined || playbooks.has(id)) return []
  return [createErrorFinding(place, 'case.checks.playbook-unknown', 'does not match any playbook of the agent')]
}

function lintTools(checks: JsonNode, { tools }: AgentVocabulary): Finding[] {
  const called = listProperties(getChild(checks, 'toolsCalled'))
  const notCalled = listItems(getChild(checks, 'toolsNotCalled')).map(
    (place) => [getNonBlankText(place), place] as const,
  )
  return [...called, ...notCalled]
    .filter(([name]) => name !== undefined && !tools.has(name))
    .map(([, place]) => unknownTool(place))
}

const meetings = ['pickerShown', 'appointmentCreated', 'activeAppointments']

/** Reports checks that cannot pass without scheduling; checks that expect nothing to happen are fine. */
function lintScheduling(checks: JsonNode, { schedules }: AgentVocabulary): Finding[] {
  if (schedules) return []
  const tools = listProperties(getChild(checks, 'toolsCalled')).filter(([name]) => name.startsWith('scheduling.'))
  const parts = listItems(getChild(checks, 'partsOnLastTurn')).filter(({ value }) => value === 'ask.time')
  const wanted = [...meetings.map((key) => getChild(checks, key)), ...tools.map(([, place]) => place)].filter(
    ({ value }) => value === true || (typeof value === 'number' && value > 0),
  )
  return [...wanted, ...parts].map((place) => {
    const message = 'needs scheduling, but the agent has no hours'
    return createWarningFinding(place, 'case.checks.scheduling-not-enabled', message)
  })
}

const personFields = new Set([
  'id', 'fullName', 'firstName', 'lastName', 'email', 'phone', 'company', 'title', 'status', 'source', 'notes', 'tags',
  'productInterest', 'assignedRepresentativeId', 'preferredLocationId', 'scheduledCallAt', 'timezone', 'language', 'consent', 'channels', 'lastCallAt',
  'lastSeenAt', 'createdAt', 'updatedAt',
]) // biome-ignore format: one list

function lintPersonFields(fields: JsonNode, { peopleFields }: AgentVocabulary): Finding[] {
  const isDeclared = (key: string) =>
    personFields.has(key) || peopleFields.has(key.startsWith('customFields.') ? key.slice('customFields.'.length) : key)
  return listProperties(fields)
    .filter(([key]) => !isDeclared(key))
    .map(([, place]) => {
      const message = 'is not a Person field or a People field that the agent declares'
      return createWarningFinding(place, 'case.checks.person-field-undeclared', message)
    })
}

const lintOutcomes = (outcomes: JsonNode, vocabulary: AgentVocabulary): Finding[] =>
  listItems(outcomes)
    .filter((place) => typeof place.value === 'string' && !vocabulary.outcomes.has(place.value))
    .map((place) =>
      createWarningFinding(place, 'case.checks.outcome-unknown', 'is an outcome that no flow of the agent ends with'),
    )

function lintNoReply(events: JsonNode, turns: JsonNode): Finding[] {
  const sent = new Set(listItems(turns).map((turn) => getChild(turn, 'system').value))
  return listItems(events)
    .filter((place) => getNonBlankText(place) !== undefined && !sent.has(place.value))
    .map((place) => {
      const message = 'does not occur as a system event in the turns, so the check cannot pass'
      return createWarningFinding(place, 'case.checks.no-reply-without-system-turn', message)
    })
}
