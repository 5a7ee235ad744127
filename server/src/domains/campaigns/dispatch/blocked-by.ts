import type { AgentDefinition } from '@parley/definition'
import { bindingStateOf, decideOutreach, type OpenHours, reachedOn } from '@parley/guardrails'
import { opener } from '../../outreach/index.ts'
import type { CampaignWait } from '../campaign.ts'

/** Why a running campaign cannot send now: until when it waits, or why it has failed. */
export type CampaignBlock = { kind: 'waits'; waiting: CampaignWait; until: Date } | { kind: 'fails'; detail: string }

type DispatchFacts = {
  now: Date
  definition: AgentDefinition
  outreachId: string
  sendWindow?: OpenHours
  /** Nothing is sent before this time. */
  startAt?: Date
  /** The status of the bindings of the Outreach's channels; empty when none is bound. */
  rates: readonly { status: string }[]
  realSends: boolean
}

/** A blocking condition may change at any time, and not every change wakes the dispatcher. */
const recheckMilliseconds = 5_000
const maxSleepMilliseconds = 600_000

/** A deleted dependency fails a campaign; a disabled or closed one makes it wait. */
export function campaignBlockedBy(facts: DispatchFacts): CampaignBlock | undefined {
  const { now, definition, outreachId, rates, realSends, startAt } = facts
  const outreach = definition.outreaches.find(({ id }) => id === outreachId)
  if (!outreach) return { kind: 'fails', detail: `The Outreach (${outreachId}) no longer exists` }
  if (rates.length === 0) {
    return { kind: 'fails', detail: `The agent is no longer bound to ${opener.channels(outreach).join(' or ')}` }
  }
  if (startAt && startAt > now) return waitUntil('before_start', startAt, now)
  const soon = new Date(now.getTime() + recheckMilliseconds)
  if (!realSends) return waitFor('real_sends_off', soon)
  const decision = decideForWilling(facts, outreach.enabled)
  if (decision.verdict === 'held') return waitFor(decision.reason as CampaignWait['reason'], soon)
  if (decision.verdict !== 'wait') return undefined
  return waitUntil(decision.reason as CampaignWait['reason'], decision.until, now)
}

const waitFor = (reason: CampaignWait['reason'], until: Date): CampaignBlock => ({
  kind: 'waits',
  waiting: { reason },
  until,
})

/** What holds up a person who wants every message holds up the whole campaign. */
function decideForWilling({ now, definition, sendWindow, rates }: DispatchFacts, isEnabled: boolean) {
  const channels = rates.map(({ status }) =>
    reachedOn({ channel: 'any', stopped: false, binding: bindingStateOf(status) }),
  )
  const willing = { consent: 'granted', class: 'service' } as const
  const switchedOff = isEnabled ? undefined : 'outreach_disabled'
  const facts = { now, ...willing, settings: definition.sendingSettings, sendWindow, switchedOff } as const
  return decideOutreach('campaign', facts, channels)
}

const waitUntil = (reason: CampaignWait['reason'], until: Date, now: Date): CampaignBlock => ({
  kind: 'waits',
  waiting: { reason, until: until.toISOString() },
  until: new Date(Math.min(until.getTime(), now.getTime() + maxSleepMilliseconds)),
})
