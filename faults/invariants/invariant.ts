import type { Carried } from '../stage/carrier.ts'
import type { Heard, Told } from '../stage/receiver.ts'
import type { Query } from '../stage/stage.ts'
import type { Deed } from '../traffic/deeds.ts'

/** Everything that is known when all is over: the database, and what each side remembers. */
export type Evidence = {
  query: Query
  deeds: readonly Deed[]
  carried: readonly Carried[]
  heard: readonly Heard[]
  told: readonly Told[]
  /** What was left to do when the time for it was over. */
  left: Record<string, number>
  /** Rows that waited although what they had waited for was over for five seconds, with the reason that they gave. */
  stillWaiting: readonly string[]
  /** As the API shows them. */
  campaigns: readonly ShownCampaign[]
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
  ownEnds: readonly string[]
  giveUps: readonly GiveUp[]
}

/** A start that ended by itself, where that is allowed. */
export type GiveUp = { code: number | null; signal: string | null; said: string }

export type ShownCampaign = { id: string; status: string; counts: Record<string, number> }

/** `says` names ids, never what people wrote or their numbers. */
export type Violation = { invariant: string; says: string }

export type Invariant = {
  /** As the design calls it; several checks may share one. */
  name: string
  /** Completes the sentence "It is wrong that …" in reverse: what must be so. */
  means: string
  /** Answers one text for each that breaks it. */
  check(evidence: Evidence): Promise<string[]> | string[]
}

export const counted = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}

/** Ids of rows that should not be there. */
export async function idsOf({ query }: Pick<Evidence, 'query'>, sql: string, values?: unknown[]): Promise<string[]> {
  return (await query<{ id: string }>(sql, values)).map(({ id }) => id)
}
