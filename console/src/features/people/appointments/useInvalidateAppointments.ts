import { useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import { useInvalidatePerson } from '../person/usePerson.ts'

export function useInvalidateAppointments(personId: string): () => Promise<unknown> {
  const agent = useAgent()
  const queries = useQueryClient()
  const changed = useInvalidatePerson(personId)
  return () =>
    Promise.all([
      changed(),
      queries.invalidateQueries({ queryKey: agent.key('appointments') }),
      queries.invalidateQueries({ queryKey: agent.key('slots') }),
    ])
}
