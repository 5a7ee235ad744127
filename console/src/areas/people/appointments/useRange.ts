import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/org.ts'
import type { AppointmentSearch } from './search.ts'

const most = 1000

/** What begins within a time, soonest first; the API lists newest first, so that it is read whole. */
export function useRange(range: { from: string; to?: string }, { representativeId, status }: AppointmentSearch) {
  const agent = useAgent()
  const query = { ...range, representativeId, status, limit: most }
  return useQuery({
    queryKey: agent.key('appointments', 'range', query),
    queryFn: async ({ signal }) => {
      const { data, nextPageToken } = await agent.api.get('/appointments', { query, signal })
      return { appointments: data.toReversed(), cut: nextPageToken !== undefined }
    },
  })
}
