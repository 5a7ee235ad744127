import { enrollmentStates } from '@parley/definition/vocabulary'

export type ShownEnrollmentState = (typeof enrollmentStates)[number]
type SequenceSearch = { tab?: 'people' | 'settings'; state?: ShownEnrollmentState }

export function readSequenceSearch({ tab, state }: Record<string, unknown>): SequenceSearch {
  return {
    ...((tab === 'people' || tab === 'settings') && { tab }),
    ...(enrollmentStates.includes(state as ShownEnrollmentState) && { state: state as ShownEnrollmentState }),
  }
}
