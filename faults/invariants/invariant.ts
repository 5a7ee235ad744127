import type { Query } from '../environment/environment.ts'
import type { AgentEventCall, WebhookEventCall } from '../environment/event-receiver.ts'
import type { FakeProviderCall } from '../environment/fake-providers.ts'
import type { AcknowledgedCall } from '../traffic/acknowledged-calls.ts'

/** Everything that is known when all is over: the database, and what each side remembers. */
export type Evidence = {
  query: Query
  acknowledged: readonly AcknowledgedCall[]
  providerCalls: readonly FakeProviderCall[]
  webhookEvents: readonly WebhookEventCall[]
  agentEvents: readonly AgentEventCall[]
  /** What was left to do when the time for it was over. */
  remainingWork: Record<string, number>
  /** Rows that waited although what they had waited for was over for five seconds, with the reason that they gave. */
  stuckRows: readonly string[]
  /** As the API shows them. */
  campaigns: readonly CampaignSnapshot[]
  canary: { agentId: string; before: string }
  secrets: readonly string[]
  /** What processes have printed, and how they have ended. */
  processes: readonly EndedProcess[]
  /** What the scenario has seen to be wrong while it played. */
  reports: readonly string[]
}

export type EndedProcess = {
  name: string
  printed: string
  unexpectedExits: readonly string[]
  allowedExits: readonly AllowedExit[]
}

/** A start that ended by itself, where that is allowed. */
export type AllowedExit = { code: number | null; signal: string | null; said: string }

export type CampaignSnapshot = { id: string; status: string; counts: Record<string, number> }

/** `says` names ids, never what people wrote or their numbers. */
export type InvariantViolation = { invariant: string; message: string }

export type Invariant = {
  /** As the design calls it; several checks may share one. */
  name: string
  /** Completes the sentence "It is wrong that …" in reverse: what must be so. */
  statement: string
  /** Answers one text for each that breaks it. */
  check(evidence: Evidence): Promise<string[]> | string[]
}

export const countBy = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}

/** Ids of rows that should not be there. */
export async function readIds({ query }: Pick<Evidence, 'query'>, sql: string, values?: unknown[]): Promise<string[]> {
  return (await query<{ id: string }>(sql, values)).map(({ id }) => id)
}
