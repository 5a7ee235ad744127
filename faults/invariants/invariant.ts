import type { Query } from '../environment/environment.ts'
import type { AgentEventCall, WebhookEventCall } from '../environment/event-receiver.ts'
import type { FakeProviderCall } from '../environment/fake-providers.ts'
import type { ToolServiceCall } from '../environment/tool-services.ts'
import type { AcknowledgedCall } from '../traffic/acknowledged-calls.ts'

/** Everything known at the end of a scenario: the database, and the records of each side. */
export type Evidence = {
  query: Query
  acknowledged: readonly AcknowledgedCall[]
  providerCalls: readonly FakeProviderCall[]
  webhookEvents: readonly WebhookEventCall[]
  agentEvents: readonly AgentEventCall[]
  toolCalls: readonly ToolServiceCall[]
  /** The work that remained when the time limit ended. */
  remainingWork: Record<string, number>
  /** Rows that still waited five seconds after their reason for waiting had ended, with that reason. */
  stuckRows: readonly string[]
  /** As the API returns them. */
  campaigns: readonly CampaignSnapshot[]
  canary: { agentId: string; before: string }
  secrets: readonly string[]
  processes: readonly EndedProcess[]
  /** Problems that the scenario itself observed. */
  reports: readonly string[]
}

export type EndedProcess = {
  name: string
  output: string
  unexpectedExits: readonly string[]
  allowedExits: readonly AllowedExit[]
}

/** A start that exited by itself where that is allowed. */
export type AllowedExit = { code: number | null; signal: string | null; output: string }

export type CampaignSnapshot = { id: string; status: string; counts: Record<string, number> }

/** `message` contains ids, never message text or phone numbers. */
export type InvariantViolation = { invariant: string; message: string }

export type Invariant = {
  /** Several checks may share a name. */
  name: string
  statement: string
  /** Returns one text for each violation. */
  check(evidence: Evidence): Promise<string[]> | string[]
}

export const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

export async function readIds({ query }: Pick<Evidence, 'query'>, sql: string, values?: unknown[]): Promise<string[]> {
  return (await query<{ id: string }>(sql, values)).map(({ id }) => id)
}
