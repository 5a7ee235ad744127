type Search = Record<string, unknown>

const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | undefined =>
  known.find((one) => one === value)

const readTab =
  <T extends string>(known: readonly T[]) =>
  ({ tab: requestedTab }: Search): { tab?: T } => {
    const found = oneOf(requestedTab, known)
    return found ? { tab: found } : {}
  }

export const runStatusFilters = ['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const

export const readSuiteSearch = readTab(['history', 'settings'])
export const readCaseSearch = readTab(['text', 'history'])
export const readRunSearch = readTab(['passed', 'rest'])
export const readResultSearch = readTab(['diff', 'turns', 'case'])

export type RunsSearch = { suiteId?: string; status?: (typeof runStatusFilters)[number] }

export function readRunsSearch({ suiteId, status }: Search): RunsSearch {
  const known = oneOf(status, runStatusFilters)
  return { ...(typeof suiteId === 'string' && suiteId !== '' && { suiteId }), ...(known && { status: known }) }
}
