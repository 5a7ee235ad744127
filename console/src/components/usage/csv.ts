import { localDayOf } from './days.ts'
import { tableMeasures, type Usage, type UsageMetric } from './measures.ts'

type Cell = string | number

/** Escapes cells that a spreadsheet would interpret as a formula. */
const quoteCell = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const formatCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('')

const measures: readonly UsageMetric[] = [
  ...tableMeasures,
  'read',
  'turns',
  'modelMilliseconds',
  'testRuns',
  'testUnits',
]

export function daysAsCsv({ data, timeZone }: Pick<Usage, 'data' | 'timeZone'>): string {
  const rows = data.map((point) => [localDayOf(point.at, timeZone), ...measures.map((measure) => point[measure])])
  return formatCsv([['day', ...measures], ...rows])
}

type AgentUsage = { agentId: string; name: string; totals: Usage['totals'] }

export function agentsAsCsv(agents: readonly AgentUsage[]): string {
  const rows = agents.map(({ agentId, name, totals }) => [agentId, name, ...measures.map((measure) => totals[measure])])
  return formatCsv([['agentId', 'name', ...measures], ...rows])
}
