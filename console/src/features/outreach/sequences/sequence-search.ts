import { enrollmentStates } from '@parley/definition/vocabulary'

export type EnrollmentState = (typeof enrollmentStates)[number]
type SequenceSearch = { tab?: 'people' | 'settings'; state?: EnrollmentState }

export function readSequenceSearch({ tab, state }: Record<string, unknown>): SequenceSearch {
  return {
    ...((tab === 'people' || tab === 'settings') && { tab }),
    ...(enrollmentStates.includes(state as EnrollmentState) && { state: state as EnrollmentState }),
  }
}
