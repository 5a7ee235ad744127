import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../app/current-org.ts'

type PeopleField = Schema<'PeopleField'>
type Representative = Schema<'SchedulingRepresentative'>
const noFields: PeopleField[] = []
const noRepresentatives: Representative[] = []

/** The agent's declared custom fields; empty until loaded. */
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

/** Name of a representative, or the id of a deleted one. */
export const representativeName = (all: readonly Representative[], id: string): string =>
  all.find((one) => one.id === id)?.name ?? id
