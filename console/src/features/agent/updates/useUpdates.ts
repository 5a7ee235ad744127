import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'

/** The pieces that came from the catalog, and what it has newer. */
export function useUpdates() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('updates'),
    queryFn: ({ signal }) => agent.api.get('/updates', { signal }),
  })
}
