export const rowStates = ['waiting', 'sent', 'skipped', 'failed'] as const
export type RowState = (typeof rowStates)[number]
type RowSearch = { tab?: 'rows'; state?: RowState }

export function readRowSearch({ tab, state }: Record<string, unknown>): RowSearch {
  return {
    ...(tab === 'rows' && { tab }),
    ...(rowStates.includes(state as RowState) && { state: state as RowState }),
  }
}
