import type { AgentDefinition } from '@parley/definition'
import { decide, type Hours } from '@parley/guardrails'
import type { Waiting } from '../campaign.ts'

/** Why a running campaign does not send now: until when it sleeps, or why it has failed. */
export type Hindrance = { kind: 'waits'; waiting: Waiting; until: Date } | { kind: 'fails'; detail: string }

type Facts = {
  now: Date
  definition: AgentDefinition
  outreachId: string
  sendWindow?: Hours
  /** How its channel is bound. */
  rate?: { status: string }
  realSends: boolean
}

/** What is waited for may change at any time, and not all of that wakes it. */
const lookAgainMilliseconds = 5_000
const longestSleepMilliseconds = 600_000

/** What is gone fails a campaign; what is turned off, or closed, is waited for. */
export function hindranceOf(facts: Facts): Hindrance | undefined {
  const { now, definition, outreachId, rate, realSends } = facts
  const outreach = definition.outreaches.find(({ id }) => id === outreachId)
  if (!outreach) return { kind: 'fails', detail: `The Outreach (${outreachId}) is gone` }
  if (!rate) return { kind: 'fails', detail: 'The agent is not bound to rcs any more' }
  const soon = new Date(now.getTime() + lookAgainMilliseconds)
  if (!realSends) return waits('real_sends_off', soon)
  if (!outreach.enabled) return waits('outreach_disabled', soon)
  if (rate.status !== 'Active') return waits('binding_disabled', soon)
  return closedHours(facts)
}

const waits = (reason: Waiting['reason'], until: Date): Hindrance => ({ kind: 'waits', waiting: { reason }, until })

function closedHours({ now, definition, sendWindow }: Facts): Hindrance | undefined {
  const willing = { consent: 'granted', stopped: false, class: 'service' } as const
  const decision = decide('campaign', { now, ...willing, settings: definition.sendingSettings, sendWindow })
  if (decision.verdict !== 'wait') return undefined
  const { until } = decision
  const waiting = { reason: decision.reason as Waiting['reason'], until: until.toISOString() }
  return {
    kind: 'waits',
    waiting,
    until: new Date(Math.min(until.getTime(), now.getTime() + longestSleepMilliseconds)),
  }
}
