import type { ExclusionReason, Staged } from '../campaign.ts'
import type { Blocker } from './opening.ts'
import type { Looked } from './queries/people.ts'

export type Recipient = {
  n: number
  place: number | null
  personId: string
  asid: string | null
  reason: ExclusionReason | null
}

/** What a snapshot has come to so far. */
export type Counts = Pick<Staged, 'total' | 'sendable' | 'exclusions'>

export const noCounts: Counts = { total: 0, sendable: 0, exclusions: {} }

/** The next people of a snapshot in their places, and what it comes to with them. */
export function addedTo(
  before: Counts,
  looked: readonly Looked[],
  { isBlocked }: Blocker,
): { counts: Counts; recipients: Recipient[] } {
  const counts = { ...before, exclusions: { ...before.exclusions } }
  const recipients = looked.map(({ personId, asid, ...one }) => {
    const reason = one.reason ?? (isBlocked(one.values) ? 'template-blocked' : one.stopped ? 'opted-out' : null)
    counts.total += 1
    if (reason) counts.exclusions[reason] = (counts.exclusions[reason] ?? 0) + 1
    else counts.sendable += 1
    return { n: counts.total, place: reason ? null : counts.sendable, personId, asid, reason }
  })
  return { counts, recipients }
}
