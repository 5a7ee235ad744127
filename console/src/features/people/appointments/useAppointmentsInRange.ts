import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import type { AppointmentSearch } from './appointment-search.ts'
import { sortByStart, type TimeOrder } from './week.ts'

const most = 1000

/** Appointments that start within a range, in order. The API lists by booking time, so all of them are read. */
export function useAppointmentsInRange(
  range: { from?: string; to?: string },
  search: AppointmentSearch,
  order: TimeOrder = 'soonest',
) {
  const agent = useAgent()
  const { representativeId, status } = search
  const query = { ...range, representativeId, status, limit: most }
  return useQuery({
    queryKey: agent.key('appointments', 'range', query),
    queryFn: async ({ signal }) => {
      const { data, nextPageToken } = await agent.api.get('/appointments', { query, signal })
      return { appointments: sortByStart(data, order), cut: nextPageToken !== undefined }
    },
  })
}
