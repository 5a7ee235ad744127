import { dayOf } from './days.ts'
import { type Measure, tabled, type Usage } from './measures.ts'

type Cell = string | number

/** What a spreadsheet would take for a formula is kept from being one. */
const quoted = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')

const measures: readonly Measure[] = [...tabled, 'read', 'turns', 'modelMilliseconds', 'testRuns', 'testUnits']

/** A row for each day. */
export function daysAsCsv({ data, timeZone }: Pick<Usage, 'data' | 'timeZone'>): string {
  const rows = data.map((point) => [dayOf(point.at, timeZone), ...measures.map((measure) => point[measure])])
  return csvOf([['day', ...measures], ...rows])
}

type OfAgent = { agentId: string; name: string; totals: Usage['totals'] }

/** A row for each agent. */
export function agentsAsCsv(agents: readonly OfAgent[]): string {
  const rows = agents.map(({ agentId, name, totals }) => [agentId, name, ...measures.map((measure) => totals[measure])])
  return csvOf([['agentId', 'name', ...measures], ...rows])
}
