import { toE164 } from '@parley/definition'
import type { Checks, CostUnder, ToolCalled, TurnCheck } from '../expect.ts'
import type { CaseObservation, CheckVerdict, ObservedTurn } from '../observed.ts'
import {
  activePlaybookAtEnd,
  maxModelCallsPerTurn,
  maxTurnsToOutcome,
  noWarnings,
  outcomes,
  toolsCalled,
  toolsNotCalled,
} from './conduct.ts'
import {
  chipsOnAnyTurn,
  chipsOnLastMessage,
  finalReplyNonEmpty,
  noReplyTo,
  partsOnLastTurn,
  pickerShown,
  replyCount,
} from './replies.ts'
import { textExcludes, textIncludes, textMatches } from './texts.ts'
import { createVerdict, createVerdicts, formatQuantity, joinQuoted, quoteShort } from './verdict.ts'

/** Checks on the person and their appointments. */

function appointmentCreated(wanted: boolean, { appointments }: CaseObservation): CheckVerdict[] {
  const made = appointments.filter(({ isNew }) => isNew)
  const standing = made.filter(isActive)
  const pass = standing.length > 0 === wanted
  const fact = factOf(made.length, standing.length)
  const instead = wanted ? 'one was expected' : 'none was expected'
  return createVerdict('appointmentCreated', { pass, detail: pass ? `${fact}.` : `${fact}; ${instead}.` })
}

function factOf(made: number, standing: number): string {
  if (standing > 0) return `${formatQuantity(standing, 'appointment')} ${standing === 1 ? 'was' : 'were'} created`
  return made > 0 ? 'The appointment that was created was canceled again' : 'No appointment was created'
}

const isActive = ({ status }: { status: string }): boolean => status !== 'cancelled'

function activeAppointments(wanted: number, { appointments }: CaseObservation): CheckVerdict[] {
  const count = appointments.filter(isActive).length
  const fact = `At the end there ${count === 1 ? 'is' : 'are'} ${formatQuantity(count, 'appointment')} that ${count === 1 ? 'is' : 'are'} not canceled`
  const pass = count === wanted
  return createVerdict('activeAppointments', { pass, detail: pass ? `${fact}.` : `${fact}, not ${wanted}.` })
}

function personFields(fields: NonNullable<Checks['personFields']>, { person }: CaseObservation): CheckVerdict[] {
  return createVerdicts('personFields', Object.keys(fields), (key) => {
    const wanted = String(fields[key])
    const value = fieldOf(person, key)
    const pass = forms(value).some(
      (form) => folded(form) === folded(wanted) || (key === 'phone' && dials(form, wanted)),
    )
    if (pass) return { pass, detail: `${quoteShort(key)} is ${quoteShort(wanted)}.` }
    const [is] = forms(value)
    const fact = is ? `is ${quoteShort(is)}` : 'has no value'
    return { pass, detail: `${quoteShort(key)} ${fact}; ${wanted ? quoteShort(wanted) : 'no value'} was expected.` }
  })
}

const custom = 'customFields.'

/** `company`; a custom field by its key alone or as `customFields.size`. */
function fieldOf({ customFields, ...person }: CaseObservation['person'], key: string): unknown {
  const own = (fields: Record<string, unknown>, name: string) =>
    Object.hasOwn(fields, name) ? fields[name] : undefined
  if (key.startsWith(custom)) return own(customFields, key.slice(custom.length))
  return (key === 'consent' ? consentOf(person) : own(person, key)) ?? own(customFields, key)
}

/** Only the consent itself, not when or where it was given. */
function consentOf({ consent }: Record<string, unknown>): unknown {
  return typeof consent === 'object' && consent && 'status' in consent ? consent.status : consent
}

/** Numbers are stored as E.164, however they are written. */
function dials(number: string, written: string): boolean {
  const wanted = toE164(written)
  return wanted !== undefined && wanted === toE164(number)
}

/** The value as a person would write it; an absent value is the empty string. */
function forms(value: unknown): string[] {
  if (value === undefined || value === null) return ['']
  if (Array.isArray(value)) return [value.join(', '), value.join(',')]
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

type Name = keyof Checks
type Check<N extends Name> = (wanted: NonNullable<Checks[N]>, observed: CaseObservation) => CheckVerdict[]

/** The implementation of each entry of `expect.checks`. */
const checksByName: { [N in Name]: Check<N> } = {
  finalReplyNonEmpty,
  pickerShown,
  appointmentCreated,
  activeAppointments,
  outcomes,
  activePlaybookAtEnd,
  personFields,
  chipsOnAnyTurn,
  chipsOnLastMessage,
  textIncludes,
  textExcludes,
  textMatches,
  toolsCalled,
  toolsNotCalled,
  noWarnings,
  maxModelCallsPerTurn,
  maxTurnsToOutcome,
  replyCount,
  noReplyTo,
  partsOnLastTurn,
}

/**
 * Returns the verdict of each check of a case, in table order. Throws if no verdict is possible because there is too
 * much text to run the expressions on.
 */
export function checkCase(checks: Checks | undefined, observed: CaseObservation): CheckVerdict[] {
  return (Object.keys(checksByName) as Name[]).flatMap((name) => runCheck(name, checks?.[name], observed))
}

function runCheck<N extends Name>(name: N, wanted: Checks[N], observed: CaseObservation): CheckVerdict[] {
  const check: Check<N> = checksByName[name]
  return wanted === undefined || wanted === null ? [] : check(wanted, observed)
}

/** Returns the verdicts of the checks of single turns: `turns[1].textIncludes:nine to five`. */
export function checkTurns(observed: CaseObservation): CheckVerdict[] {
  return observed.turns.flatMap((turn) => {
    const wanted = typeof turn.directive === 'object' ? (turn.directive.expect ?? []) : []
    const verdicts = wanted.flatMap((check) => checkTurn(check, turn, { ...observed, turns: [turn] }))
    return verdicts.map(({ key, ...verdict }) => ({ key: `turns[${turn.turnIndex}].${key}`, ...verdict }))
  })
}

function checkTurn(check: TurnCheck, turn: ObservedTurn, observed: CaseObservation): CheckVerdict[] {
  const { 'tool.called': called, 'latency.under': latency, 'cost.under': cost, ...checks } = check
  if (called) return toolCalled(called, turn)
  if (latency) return latencyUnder(latency, turn)
  return cost ? costUnder(cost, turn) : checkCase(checks, observed)
}

/** Checks that only a single turn has. */

/** Holds if one call of the turn has this name, these arguments and this position. */
function toolCalled(wanted: ToolCalled, { toolCalls }: ObservedTurn): CheckVerdict[] {
  const calls = toolCalls.filter(({ called }) => called)
  const { name, with: given, order } = wanted
  const named = calls.map((call, at) => ({ ...call, position: at + 1 })).filter((call) => call.name === name)
  const matching = named.filter((call) => given === undefined || includesValue(call.given, given))
  const pass = matching.some(({ position }) => order === undefined || position === order)
  return createVerdict(`tool.called:${name}`, { pass, detail: pass ? `${quoteShort(name)} was called.` : explain() })

  function explain(): string {
    if (calls.length === 0) return `${quoteShort(name)} was not called. No tools were called.`
    if (named.length === 0) {
      const names = [...new Set(calls.map((call) => call.name))]
      return `${quoteShort(name)} was not called. Tools called: ${joinQuoted(names)}.`
    }
    if (matching.length === 0) {
      const actual = quoteShort(JSON.stringify(named[0]?.given ?? {}), 150)
      return `${quoteShort(name)} was called with other arguments: ${actual}.`
    }
    return `${quoteShort(name)} was call ${matching.map(({ position }) => position).join(', ')} of the turn, not ${order}.`
  }
}

/** An object includes another if it has all of its fields; lists and other values must be equal. */
function includesValue(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return JSON.stringify(value) === JSON.stringify(wanted)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(wanted).every(
    ([key, part]) => Object.hasOwn(value, key) && includesValue((value as Record<string, unknown>)[key], part),
  )
}

function latencyUnder({ milliseconds: most }: { milliseconds: number }, turn: ObservedTurn): CheckVerdict[] {
  const { milliseconds } = turn
  if (milliseconds === undefined)
    return createVerdict('latency.under', { pass: false, detail: 'The time of the turn was not recorded.' })
  const pass = milliseconds < most
  const detail = `The reply took ${milliseconds} ms${pass ? '' : `; less than ${most} ms was expected`}.`
  return createVerdict('latency.under', { pass, detail })
}

/** A turn without a cost in any currency costs nothing; a cost in another currency cannot be compared. */
function costUnder({ amount, currency }: CostUnder, { costs = [] }: ObservedTurn): CheckVerdict[] {
  const other = costs.find((cost) => cost.currency !== currency && cost.amount > 0)
  if (other)
    return createVerdict('cost.under', {
      pass: false,
      detail: `The turn cost ${other.amount} ${other.currency}, not ${currency}.`,
    })
  const spent = costs.reduce((sum, cost) => sum + cost.amount, 0)
  const pass = spent < amount || (spent === 0 && amount === 0)
  const detail = `The turn cost ${spent} ${currency}${pass ? '' : `; less than ${amount} was expected`}.`
  return createVerdict('cost.under', { pass, detail })
}
