import { strings } from '#i18n/sequences.ts'
import { reasonText } from '../shared/ReasonText.tsx'
import type { SequenceMember, SequenceReport } from './sequence-form.ts'

export type Departure = { state: 'stopped' | 'failed'; reason: string; people: number }

/** Who left before the end, by reason, the most frequent first. */
export function listDepartures({ stopped, failures }: Pick<SequenceReport, 'stopped' | 'failures'>): Departure[] {
  const by = (state: Departure['state'], counts: Record<string, number>) =>
    Object.entries(counts).map(([reason, people]) => ({ state, reason, people }))
  return [...by('stopped', stopped), ...by('failed', failures)].toSorted((one, other) => other.people - one.people)
}

/** A person stopped for a reason of the sequence; a step failed or waits for a reason of its send. */
export const explainEnrollment = (state: SequenceMember['state'], reason: string): string =>
  state === 'stopped' && Object.hasOwn(strings.reasons, reason)
    ? (strings.reasons[reason] as string)
    : reasonText(reason)
