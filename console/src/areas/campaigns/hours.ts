import { useQuery } from '@tanstack/react-query'
import { words } from '#words/campaigns.ts'
import { useAgent } from '../../app/org.ts'
import { type Hours, hoursSaid } from '../outreach/shared/hours.ts'
import type { Campaign } from './campaign.ts'

/** When a campaign sends: in its own hours and the safe hours of the agent. Rehearsals go at any time. */
export function useCampaignHours({ sendWindow, test }: Campaign): string {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('settings', 'sending'),
    queryFn: ({ signal }) => agent.api.get('/settings/sending', { signal }),
    enabled: !test,
  })
  return bothSaid(sendWindow, test ? undefined : data?.safeHours)
}

function bothSaid(window: Hours | undefined, safe: Hours | undefined): string {
  if (!safe || safe.startHour === safe.endHour) return hoursSaid(window)
  const { safeHours, andSafeHours } = words.start
  return window ? andSafeHours(hoursSaid(window), hoursSaid(safe)) : safeHours(hoursSaid(safe))
}
