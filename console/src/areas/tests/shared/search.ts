type Search = Record<string, unknown>

const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | undefined =>
  known.find((one) => one === value)

const tab =
  <T extends string>(known: readonly T[]) =>
  ({ tab: asked }: Search): { tab?: T } => {
    const found = oneOf(asked, known)
    return found ? { tab: found } : {}
  }

export const runStatuses = ['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const

export const readSuiteSearch = tab(['history', 'settings'])
export const readCaseSearch = tab(['text', 'history'])
export const readRunSearch = tab(['passed', 'rest'])
export const readResultSearch = tab(['diff', 'turns', 'case'])

export type RunsSearch = { suiteId?: string; status?: (typeof runStatuses)[number] }

export function readRunsSearch({ suiteId, status }: Search): RunsSearch {
  const known = oneOf(status, runStatuses)
  return { ...(typeof suiteId === 'string' && suiteId !== '' && { suiteId }), ...(known && { status: known }) }
}
