import { runStatuses } from '@parley/definition/vocabulary'

type Search = Record<string, unknown>

const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | undefined =>
  known.find((one) => one === value)

const readTab =
  <T extends string>(known: readonly T[]) =>
  ({ tab: requestedTab }: Search): { tab?: T } => {
    const found = oneOf(requestedTab, known)
    return found ? { tab: found } : {}
  }

export const readSuiteSearch = readTab(['history', 'settings'])
export const readCaseSearch = readTab(['text', 'history'])
export const readRunSearch = readTab(['passed', 'rest'])
export const readResultSearch = readTab(['diff', 'turns', 'case'])

export type RunsSearch = { suiteId?: string; status?: (typeof runStatuses)[number] }

export function readRunsSearch({ suiteId, status }: Search): RunsSearch {
  const known = oneOf(status, runStatuses)
  return { ...(typeof suiteId === 'string' && suiteId !== '' && { suiteId }), ...(known && { status: known }) }
}

const simulatedOutcomes = ['goal', 'contained', 'handedOver', 'maxTurns', 'error'] as const

/** The outcome of the listed conversations, and the one whose transcript is open. */
export type SimulationSearch = { outcome?: (typeof simulatedOutcomes)[number]; conversation?: string }

export function readSimulationSearch({ outcome, conversation }: Search): SimulationSearch {
  const known = oneOf(outcome, simulatedOutcomes)
  const opened = typeof conversation === 'string' && conversation !== '' ? conversation : undefined
  return { ...(known && { outcome: known }), ...(opened !== undefined && { conversation: opened }) }
}
