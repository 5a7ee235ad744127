import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import { useInvalidatePerson } from '../person/usePerson.ts'
import type { AppointmentSearch } from './appointment-search.ts'
import { sortByStart, type TimeOrder } from './appointment-times.ts'

const most = 1000

/** Appointments that start within a range, in order. The API lists by booking time, so all of them are read. */
export function useAppointmentsInRange(
  range: { from?: string; to?: string },
  search: AppointmentSearch,
  order: TimeOrder = 'soonest',
) {
  const agent = useAgent()
  const { representativeId, locationId, status } = search
  const query = { ...range, representativeId, locationId, status, limit: most }
  return useQuery({
    queryKey: agent.key('appointments', 'range', query),
    queryFn: async ({ signal }) => {
      const { data, nextPageToken } = await agent.api.get('/appointments', { query, signal })
      return { appointments: sortByStart(data, order), cut: nextPageToken !== undefined }
    },
  })
}

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
