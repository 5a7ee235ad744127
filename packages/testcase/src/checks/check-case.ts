import type { Checks } from '../expect.ts'
import type { CaseObservation, CheckVerdict } from '../observed.ts'
import {
  activePlaybookAtEnd,
  maxModelCallsPerTurn,
  maxTurnsToOutcome,
  noWarnings,
  outcomes,
  toolsCalled,
  toolsNotCalled,
} from './conduct.ts'
import { activeAppointments, appointmentCreated, personFields } from './effects.ts'
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
