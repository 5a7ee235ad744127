import { enrollmentStates } from '@parley/definition/vocabulary'

type ShownEnrollmentState = (typeof enrollmentStates)[number]
/** `step`: the next step of people in the sequence. */
export type EnrollmentFilter = { state?: ShownEnrollmentState; step?: string; reason?: string }
type SequenceSearch = { tab?: 'people' | 'settings' } & EnrollmentFilter

const boundedText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined

export function readSequenceSearch({ tab, state, ...search }: Record<string, unknown>): SequenceSearch {
  const [step, reason] = [boundedText(search.step), boundedText(search.reason)]
  return {
    ...((tab === 'people' || tab === 'settings') && { tab }),
    ...(enrollmentStates.includes(state as ShownEnrollmentState) && { state: state as ShownEnrollmentState }),
    ...(step && { step }),
    ...(reason && { reason }),
  }
}
