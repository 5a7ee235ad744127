import type { Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import { language } from '#i18n/language.ts'
import { useOrg } from '../../app/current-org.ts'
import { type CsvCell, formatCsv } from '../save-file.ts'
import { addDays, startOfDay } from '../times.ts'

export type Usage = Schema<'Usage'>
export type UsageDataPoint = Usage['data'][number]
export type UsageMetric = keyof Usage['totals']

const shades = (name: string, light: number, dark: number) =>
  `light-dark(var(--mantine-color-${name}-${light}), var(--mantine-color-${name}-${dark}))`
const [main, second, third, bad] = [
  shades('harbour', 8, 4),
  shades('indigo', 4, 3),
  shades('gray', 5, 6),
  shades('red', 7, 6),
]

export const chartColors = { main, second, bad }

type Kind = { id: string; measures: readonly UsageMetric[]; colors: readonly string[] }

/** Metrics that share a chart. */
export const usageCharts = [
  { id: 'messages', measures: ['messagesIn', 'messagesOut'], colors: [main, second] },
  { id: 'delivery', measures: ['delivered', 'failed'], colors: [main, bad] },
  { id: 'conversations', measures: ['conversations'], colors: [main] },
  { id: 'goals', measures: ['goalsReached'], colors: [main] },
  { id: 'sends', measures: ['sends'], colors: [main] },
  { id: 'tokens', measures: ['inputTokens', 'cacheReadTokens', 'outputTokens'], colors: [main, third, second] },
] as const satisfies readonly Kind[]
export type UsageChartId = (typeof usageCharts)[number]['id']

export const tableMeasures: readonly UsageMetric[] = usageCharts.flatMap(({ measures }) => [...measures])

/** Share of messages with a known outcome that were delivered; undefined if there are none. */
export function computeDeliveryRate({ delivered, failed }: { delivered: number; failed: number }): number | undefined {
  return delivered + failed > 0 ? delivered / (delivered + failed) : undefined
}

export const hasNoUsage = (totals: Usage['totals']): boolean => tableMeasures.every((measure) => totals[measure] === 0)

/** Returns the day of a timestamp in the time zone of the report: `2030-01-31`. */
export function localDayOf(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at))
}

export function formatDay(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { timeZone, weekday: 'short', month: 'short', day: 'numeric' }).format(
    new Date(at),
  )
}

const dayMs = 86_400_000

const measures: readonly UsageMetric[] = [
  ...tableMeasures,
  'read',
  'turns',
  'modelMilliseconds',
  'testRuns',
  'testUnits',
]

/** The last line ends like the others. */
const formatCsvLines = async (rows: CsvCell[][]): Promise<string> => `${await formatCsv(rows)}\r\n`

export function formatDaysAsCsv({ data, timeZone }: Pick<Usage, 'data' | 'timeZone'>): Promise<string> {
  const rows = data.map((point) => [localDayOf(point.at, timeZone), ...measures.map((measure) => point[measure])])
  return formatCsvLines([['day', ...measures], ...rows])
}

type AgentUsage = { agentId: string; name: string; totals: Usage['totals'] }

export function formatAgentsAsCsv(agents: readonly AgentUsage[]): Promise<string> {
  const rows = agents.map(({ agentId, name, totals }) => [agentId, name, ...measures.map((measure) => totals[measure])])
  return formatCsvLines([['agentId', 'name', ...measures], ...rows])
}

export const usageSpans = [7, 14, 30, 90] as const
export type UsageDaySpan = (typeof usageSpans)[number]

/** The days and the agent, as URL search params. */
export type UsageSearch = { days?: UsageDaySpan; agent?: string }

export function readUsageSearch(search: Record<string, unknown>): UsageSearch {
  const days = usageSpans.find((one) => one === Number(search.days))
  return { ...(days && { days }), ...(typeof search.agent === 'string' && search.agent && { agent: search.agent }) }
}

export const defaultUsageSpan: UsageDaySpan = 14

/** Start of a range of this many days including today, as an API parameter. */
export const usageStart = (days: number, now: number): string => new Date(now - (days - 1) * dayMs).toISOString()

type UsageByAgent = Pick<Schema<'OrgUsage'>, 'agents'>

/** Usage of one agent, or of all agents with a breakdown by agent. */
export function useUsage({ days = defaultUsageSpan, agent }: UsageSearch) {
  const org = useOrg()
  return useQuery({
    queryKey: org.key('usage', days, agent),
    queryFn: ({ signal }): Promise<Usage & Partial<UsageByAgent>> => {
      const query = { start: usageStart(days, Date.now()) }
      return agent ? org.api.agent(agent).get('/usage', { query, signal }) : org.api.get('/usage', { query, signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

type UsageLinkTarget = { org: string; agent: string | undefined; at: string; timeZone: string }

const events: Partial<Record<UsageMetric, string>> = {
  failed: 'message.failed',
  goalsReached: 'goal.reached',
  inputTokens: 'llm.call',
  outputTokens: 'llm.call',
  cacheReadTokens: 'llm.call',
}

/**
 * Links to the list of exactly what a day counts. Lists belong to one agent, so there is no link for all agents
 * together; what no list shows, such as messages that arrived, has none either.
 */
export function usageListLink(
  measures: readonly UsageMetric[],
  { org, agent, at, timeZone }: UsageLinkTarget,
): LinkProps | undefined {
  if (!agent) return undefined
  const params = { org, agent }
  const end = startOfDay(addDays(localDayOf(at, timeZone), 1), timeZone)
  if (measures.every((measure) => ['messagesIn', 'messagesOut', 'conversations'].includes(measure)))
    return linkOptions({ to: '/orgs/$org/agents/$agent/inbox', params, search: { start: at, end } }) as LinkProps
  if (measures.every((measure) => measure === 'sends')) {
    const search = { since: at, until: end }
    return linkOptions({ to: '/orgs/$org/agents/$agent/outreach/sends', params, search }) as LinkProps
  }
  const [event, other] = new Set(measures.map((measure) => events[measure]))
  if (event === undefined || other !== undefined) return undefined
  const search = { event, start: at, end }
  return linkOptions({ to: '/orgs/$org/agents/$agent/inbox/logs', params, search }) as LinkProps
}
