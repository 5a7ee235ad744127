import { type LinkProps, linkOptions } from '@tanstack/react-router'
import { inboxDaySpans } from '../../features/inbox/inbox-search.ts'
import { localDayOf, shortestSpanContaining } from './days.ts'
import type { UsageChartId } from './measures.ts'

type UsageLinkTarget = { org: string; agent: string | undefined; at: string; timeZone: string; now: number }

const events = { delivery: 'message.failed', goals: 'goal.reached', tokens: 'llm.call' } as const

/** Links to the list behind a day's count. Lists belong to one agent, so there is no link for all agents together. */
export function usageListLink(
  kind: UsageChartId,
  { org, agent, at, timeZone, now }: UsageLinkTarget,
): LinkProps | undefined {
  if (!agent) return undefined
  const params = { org, agent }
  const days = shortestSpanContaining(inboxDaySpans, at, now)
  if (kind === 'messages' || kind === 'conversations') {
    return linkOptions({ to: '/orgs/$org/agents/$agent/inbox', params, search: { days } }) as LinkProps
  }
  if (kind === 'sends') {
    const day = localDayOf(at, timeZone)
    const search = { since: day, until: day }
    return linkOptions({ to: '/orgs/$org/agents/$agent/outreach/sends', params, search }) as LinkProps
  }
  const search = { event: events[kind], days }
  return linkOptions({ to: '/orgs/$org/agents/$agent/inbox/logs', params, search }) as LinkProps
}
