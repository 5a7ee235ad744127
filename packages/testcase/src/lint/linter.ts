import { type AgentDefinition, toolNames } from '@parley/definition'
import type { Finding } from '@parley/findings'
import type { z } from 'zod'
import type { CaseDocument } from '../document.ts'
import {
  createErrorFinding,
  createInfoFinding,
  createWarningFinding,
  getChild,
  getNonBlankText,
  isJsonObject,
  type JsonNode,
  listItems,
  listProperties,
} from '../json-node.ts'
import { limitFindings } from '../limit-findings.ts'
import { FailingStub, listAnswersOfStub, OrderedStub } from '../stub.ts'
import { lintChecks } from './checks.ts'
import { type AgentVocabulary, buildVocabulary, type LintRule } from './known.ts'
import { lintPersona } from './persona.ts'

/** More turns are possible, but a failure late in a long case says little. */
const guideline = 20
const taps = ['chip', 'slot', 'confirm']

const lintTurns: LintRule = (document, vocabulary) => {
  const turns = getChild(document, 'turns')
  const all = listItems(turns)
  return [
    ...lintDraft(document, all),
    ...(all.length > guideline
      ? [createWarningFinding(turns, 'case.turns.long', `has more than ${guideline} turns`)]
      : []),
    ...all.flatMap((turn) => lintTurn(turn, vocabulary)),
  ]
}

function lintDraft(document: JsonNode, turns: readonly JsonNode[]): Finding[] {
  const brief = getChild(document, 'brief')
  if (turns.length > 0 || !isJsonObject(brief.value)) return []
  return [
    createWarningFinding(
      brief,
      'case.brief.not-compiled',
      'is not compiled into turns yet, so the case cannot be played',
    ),
  ]
}

function lintTurn(turn: JsonNode, { schedules }: AgentVocabulary): Finding[] {
  const has = (form: string) => getChild(turn, form).value !== undefined
  const findings: Finding[] = []
  if (has('slot') && !schedules) {
    const message = 'picks a time, but the agent offers none: its scheduling has no hours'
    findings.push(createWarningFinding(turn, 'case.turns.slot-without-scheduling', message))
  }
  if (taps.some(has) && getNonBlankText(getChild(turn, 'fallback')) === undefined) {
    const message = 'has no fallback: if there is nothing to tap, the case ends in an error'
    findings.push(createInfoFinding(turn, 'case.turns.no-fallback', message))
  }
  if (has('simulate')) {
    const message = 'uses simulation, which is not available yet: the case ends in an error when it runs'
    findings.push(createInfoFinding(turn, 'case.turns.simulate-not-available', message))
  }
  return findings
}

const lintStart: LintRule = (document, vocabulary) => {
  const start = getChild(document, 'scenario', 'start')
  return [
    ...lintOutreach(getChild(start, 'outreach'), vocabulary),
    ...lintResume(getChild(start, 'resume', 'activePlaybook'), vocabulary),
    ...lintReminder(getChild(start, 'reminder'), getChild(document, 'scenario', 'appointments')),
  ]
}

function lintOutreach(outreach: JsonNode, { outreaches }: AgentVocabulary): Finding[] {
  if (!isJsonObject(outreach.value)) return []
  const place = getChild(outreach, 'outreachId')
  const id = getNonBlankText(place)
  if (id === undefined) {
    if (place.value !== undefined && typeof place.value !== 'string') return []
    return [
      createErrorFinding(outreach, 'case.start.outreach.missing', 'must set outreachId to the Outreach it starts with'),
    ]
  }
  return outreaches.has(id)
    ? []
    : [createErrorFinding(place, 'case.start.outreach.unknown', 'does not match any Outreach of the agent')]
}

function lintResume(place: JsonNode, { playbooks }: AgentVocabulary): Finding[] {
  const id = getNonBlankText(place)
  if (id === undefined || playbooks.has(id)) return []
  return [createErrorFinding(place, 'case.start.resume.playbook-unknown', 'does not match any playbook of the agent')]
}

function lintReminder(reminder: JsonNode, appointments: JsonNode): Finding[] {
  if (reminder.value !== true || listItems(appointments).some(canBeRemindedOf)) return []
  const message = 'starts with a reminder, but there is no upcoming appointment'
  return [createWarningFinding(reminder, 'case.start.reminder.no-appointment', message)]
}

function canBeRemindedOf(appointment: JsonNode): boolean {
  const { value: status = 'scheduled' } = getChild(appointment, 'status')
  return status === 'scheduled' && getNonBlankText(getChild(appointment, 'startsIn'))?.startsWith('-') === false
}

const lintScenario: LintRule = (document, vocabulary) => {
  const scenario = getChild(document, 'scenario')
  return [
    ...lintAppointments(getChild(scenario, 'appointments'), vocabulary),
    ...lintStubs(getChild(scenario, 'stubs'), vocabulary),
    ...lintClock(getChild(scenario, 'clock')),
  ]
}

function lintAppointments(appointments: JsonNode, vocabulary: AgentVocabulary): Finding[] {
  const { schedules, representatives, locations } = vocabulary
  const all = listItems(appointments)
  const unknown = all.flatMap((one) => [
    ...lintReference(getChild(one, 'representativeId'), {
      ids: representatives,
      code: 'case.appointments.representative-unknown',
      message: 'does not match any representative of the agent',
    }),
    ...lintReference(getChild(one, 'locationId'), {
      ids: locations,
      code: 'case.appointments.location-unknown',
      message: 'does not match any location of the agent',
    }),
  ])
  if (schedules || all.length === 0) return unknown
  const message = 'are set up at the start, but the agent has no scheduling hours'
  return [...unknown, createWarningFinding(appointments, 'case.appointments.no-scheduling', message)]
}

type ReferenceRule = { ids: ReadonlySet<string>; code: string; message: string }

function lintReference(place: JsonNode, { ids, code, message }: ReferenceRule): Finding[] {
  const id = getNonBlankText(place)
  return id === undefined || ids.has(id) ? [] : [createErrorFinding(place, code, message)]
}

function lintStubs(stubs: JsonNode, vocabulary: AgentVocabulary): Finding[] {
  const all = listProperties(stubs)
  const unknown = all.filter(([id, { value }]) => !vocabulary.stubs.has(id) && !failsOwnTool(id, value))
  const misspelled = all.filter(([, { value }]) => listAnswersOfStub(value).some(isMisspelledFailure))
  const disordered = all.filter(([, { value }]) => isMisspelled('inOrder', value, OrderedStub))
  return [
    ...unknown.map(([, place]) =>
      createWarningFinding(
        place,
        'case.stubs.unknown-integration',
        'does not match any integration or bound tool of the agent',
      ),
    ),
    ...misspelled.map(([, place]) =>
      createWarningFinding(
        place,
        'case.stubs.fail-invalid',
        'is an answer and not a failure: a failure is { "fail": { "status", "message" } }, with a status from 100 to 599',
      ),
    ),
    ...disordered.map(([, place]) =>
      createWarningFinding(
        place,
        'case.stubs.in-order-invalid',
        'is one answer for every call: answers in order are { "inOrder": [first, second] }, a list of 1 to 50 answers',
      ),
    ),
  ]
}

/** A stub can make a tool of Parley itself fail, but not replace its result. */
const failsOwnTool = (id: string, stub: unknown): boolean =>
  toolNames.includes(id) && listAnswersOfStub(stub).some((answer) => FailingStub.safeParse(answer).success)

const isMisspelledFailure = (answer: unknown): boolean => isMisspelled('fail', answer, FailingStub)

/** Has only this key, but not in the form that gives it a meaning. */
const isMisspelled = (key: string, stub: unknown, form: z.ZodType): boolean =>
  isJsonObject(stub) && Object.keys(stub).join() === key && !form.safeParse(stub).success

function lintClock(clock: JsonNode): Finding[] {
  if (listProperties(clock).length === 0) return []
  return [createInfoFinding(clock, 'case.clock.not-applied', 'is not supported yet: the case runs at the current time')]
}

/** Reports a case that expects nothing. */
const lintExpect: LintRule = (document) => {
  const expected = getChild(document, 'expect')
  const checks = listProperties(getChild(expected, 'checks')).filter(([key, { value }]) => asksForSomething(key, value))
  const perTurn = listItems(getChild(document, 'turns')).flatMap((turn) => listItems(getChild(turn, 'expect')))
  if (checks.length + perTurn.length > 0 || listItems(getChild(expected, 'judge', 'criteria')).length > 0) return []
  return [createWarningFinding(expected, 'case.expect.empty', 'checks nothing, so every reply passes')]
}

/** An empty list always passes, except for `outcomes`, where it requires that there are none. */
function asksForSomething(key: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 || key === 'outcomes'
  return isJsonObject(value) ? Object.keys(value).length > 0 : value !== undefined
}

const rules: readonly LintRule[] = [lintTurns, lintStart, lintPersona, lintScenario, lintExpect, lintChecks]

/** Creates the linter of an agent's cases; built once for many cases. */
export function createCaseLinter(definition: AgentDefinition): (document: CaseDocument) => Finding[] {
  const vocabulary = buildVocabulary(definition)
  return (document) => limitFindings(rules.flatMap((rule) => rule({ value: document, path: '' }, vocabulary)))
}
