import type { Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useOrg } from '../../app/current-org.ts'
import type { Usage } from './measures.ts'
import { defaultUsageSpan, type UsageSearch, usageStart } from './range.ts'

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
