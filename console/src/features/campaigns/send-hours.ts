import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/campaigns.ts'
import { useAgent } from '../../app/current-org.ts'
import { type DailyHours, formatDailyHours } from '../outreach/shared/TimeFields.tsx'
import type { Campaign } from './campaign.ts'

/** When a campaign sends: within its own hours and the agent's safe hours. Rehearsals send at any time. */
export function useSendHoursText({ sendWindow, test }: Campaign): string {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('settings', 'sending'),
    queryFn: ({ signal }) => agent.api.get('/settings/sending', { signal }),
    enabled: !test,
  })
  return formatBothHours(sendWindow, test ? undefined : data?.safeHours)
}

function formatBothHours(window: DailyHours | undefined, safe: DailyHours | undefined): string {
  if (!safe || safe.startHour === safe.endHour) return formatDailyHours(window)
  const { safeHours, andSafeHours } = strings.start
  return window ? andSafeHours(formatDailyHours(window), formatDailyHours(safe)) : safeHours(formatDailyHours(safe))
}
