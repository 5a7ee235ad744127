import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../app/current-org.ts'

type PeopleField = Schema<'PeopleField'>
type Representative = Schema<'SchedulingRepresentative'>
const noFields: PeopleField[] = []
const noRepresentatives: Representative[] = []

/** The custom fields that the agent declares; none until they are read. */
export function usePeopleFields(): PeopleField[] {
  return useLoadedPeopleFields() ?? noFields
}

export function useLoadedPeopleFields(): PeopleField[] | undefined {
  const agent = useAgent()
  const { data, isError } = useQuery({
    queryKey: agent.key('people-fields'),
    queryFn: ({ signal }) => agent.api.get('/people-fields', { signal }),
    staleTime: 60_000,
  })
  return isError ? noFields : data?.data
}

export function useRepresentatives(): Representative[] {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('scheduling'),
    queryFn: ({ signal }) => agent.api.get('/scheduling', { signal }),
    staleTime: 60_000,
  })
  return data?.representatives ?? noRepresentatives
}

/** What a filter or a profile calls a representative; the id of one who is gone. */
export const representativeName = (all: readonly Representative[], id: string): string =>
  all.find((one) => one.id === id)?.name ?? id
