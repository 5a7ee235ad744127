import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'

/** One person, under the key that everything about them begins with. */
export function usePerson(id: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('person', id, 'read'),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}', { path: { personId: id }, signal }),
  })
}

/** After a change: whatever is shown of them is read again, and the lists that they stand in. */
export function useInvalidatePerson(id: string): () => Promise<unknown> {
  const agent = useAgent()
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: agent.key('person', id) }),
      queries.invalidateQueries({ queryKey: agent.key('people') }),
    ])
}
