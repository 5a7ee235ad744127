import { useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/org.ts'
import { usePersonChanged } from '../person/usePerson.ts'

export function useAppointmentsChanged(personId: string): () => Promise<unknown> {
  const agent = useAgent()
  const queries = useQueryClient()
  const changed = usePersonChanged(personId)
  return () =>
    Promise.all([
      changed(),
      queries.invalidateQueries({ queryKey: agent.key('appointments') }),
      queries.invalidateQueries({ queryKey: agent.key('slots') }),
    ])
}
