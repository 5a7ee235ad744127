import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'

export function useUpdates() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('updates'),
    queryFn: ({ signal }) => agent.api.get('/updates', { signal }),
  })
}
