import type { Checks } from '@parley/testcase'

export type CheckName = keyof Checks
type CheckKind = 'flag' | 'count' | 'texts' | 'playbook' | 'values' | 'counts' | 'tools' | 'range' | 'systems' | 'parts'

/** The kind of value each check takes, in the order of the guide. */
export const checkKinds: Record<CheckName, CheckKind> = {
  finalReplyNonEmpty: 'flag',
  textIncludes: 'texts',
  textExcludes: 'texts',
  textMatches: 'texts',
  chipsOnAnyTurn: 'texts',
  chipsOnLastMessage: 'flag',
  partsOnLastTurn: 'parts',
  pickerShown: 'flag',
  appointmentCreated: 'flag',
  activeAppointments: 'count',
  outcomes: 'texts',
  activePlaybookAtEnd: 'playbook',
  personFields: 'values',
  toolsCalled: 'counts',
  toolsNotCalled: 'tools',
  noWarnings: 'flag',
  maxModelCallsPerTurn: 'count',
  maxTurnsToOutcome: 'count',
  replyCount: 'range',
  noReplyTo: 'systems',
}

export const checkNames = Object.keys(checkKinds) as CheckName[]
export const isCheck = (name: string): name is CheckName => Object.hasOwn(checkKinds, name)
/** Smallest count that the API accepts. */
export const minimumOf = (name: CheckName): number => (name.startsWith('max') ? 1 : 0)

export function createBlankCheck(name: CheckName): unknown {
  const kind = checkKinds[name]
  if (kind === 'flag') return true
  if (kind === 'count') return 1
  if (kind === 'playbook') return ''
  if (kind === 'range') return { min: 1 }
  return kind === 'values' || kind === 'counts' ? {} : []
}
