import type { AgentDefinition } from '@parley/definition'
import { decideSend, type OpenHours } from '@parley/guardrails'
import type { CampaignWait } from '../campaign.ts'

/** Why a running campaign does not send now: until when it sleeps, or why it has failed. */
export type CampaignBlock = { kind: 'waits'; waiting: CampaignWait; until: Date } | { kind: 'fails'; detail: string }

type DispatchFacts = {
  now: Date
  definition: AgentDefinition
  outreachId: string
  sendWindow?: OpenHours
  /** How its channel is bound. */
  rate?: { status: string }
  realSends: boolean
}

/** What is waited for may change at any time, and not all of that wakes it. */
const recheckMilliseconds = 5_000
const maxSleepMilliseconds = 600_000

/** What is gone fails a campaign; what is turned off, or closed, is waited for. */
export function campaignBlockedBy(facts: DispatchFacts): CampaignBlock | undefined {
  const { now, definition, outreachId, rate, realSends } = facts
  const outreach = definition.outreaches.find(({ id }) => id === outreachId)
  if (!outreach) return { kind: 'fails', detail: `The Outreach (${outreachId}) is gone` }
  if (!rate) return { kind: 'fails', detail: 'The agent is not bound to rcs any more' }
  const soon = new Date(now.getTime() + recheckMilliseconds)
  if (!realSends) return waitFor('real_sends_off', soon)
  if (!outreach.enabled) return waitFor('outreach_disabled', soon)
  if (rate.status !== 'Active') return waitFor('binding_disabled', soon)
  return closedHours(facts)
}

const waitFor = (reason: CampaignWait['reason'], until: Date): CampaignBlock => ({
  kind: 'waits',
  waiting: { reason },
  until,
})

function closedHours({ now, definition, sendWindow }: DispatchFacts): CampaignBlock | undefined {
  const willing = { consent: 'granted', optedOut: false, class: 'service' } as const
  const decision = decideSend('campaign', { now, ...willing, settings: definition.sendingSettings, sendWindow })
  if (decision.verdict !== 'wait') return undefined
  const { until } = decision
  const waiting = { reason: decision.reason as CampaignWait['reason'], until: until.toISOString() }
  return {
    kind: 'waits',
    waiting,
    until: new Date(Math.min(until.getTime(), now.getTime() + maxSleepMilliseconds)),
  }
}
