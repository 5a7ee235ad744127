import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'

/** Loads a person under the query key that prefixes everything about them. */
export function usePerson(id: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('person', id, 'read'),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}', { path: { personId: id }, signal }),
  })
}

/** Call after a change: refetches everything about the person, and the lists they appear in. */
export function useInvalidatePerson(id: string): () => Promise<unknown> {
  const agent = useAgent()
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: agent.key('person', id) }),
      queries.invalidateQueries({ queryKey: agent.key('people') }),
    ])
}
