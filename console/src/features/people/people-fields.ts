import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../app/current-org.ts'
import { localizeTimestamps } from '../../components/times.ts'
import { customPrefix, isCustomFilter } from './people-search.ts'

type PeopleField = Schema<'PeopleField'>
type Representative = Schema<'SchedulingRepresentative'>
const noFields: PeopleField[] = []

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

/** Name of a representative, or the id of a deleted one. */
export const getRepresentativeName = (all: readonly Representative[], id: string): string =>
  all.find((one) => one.id === id)?.name ?? id

type FilterContext = {
  fields: readonly { key: string; label?: string }[]
  representatives: Parameters<typeof getRepresentativeName>[0]
}

export function filterLabel(name: string, { fields }: Pick<FilterContext, 'fields'>): string {
  if (!isCustomFilter(name)) return strings.filter.names[name] ?? name
  const key = name.slice(customPrefix.length)
  return fields.find((field) => field.key === key)?.label ?? key
}

const ownText = (from: object, value: string): string =>
  Object.hasOwn(from, value) ? ((from as Record<string, string>)[value] ?? value) : value

type LabelContext = Pick<FilterContext, 'representatives'> & { locations?: readonly { id: string; name: string }[] }

export function valueLabel(name: string, value: string, { representatives, locations = [] }: LabelContext): string {
  if (name === 'status') return ownText(strings.statuses, value)
  if (name === 'consent') return ownText(strings.consentWords, value)
  if (name === 'channel') return channelName(value)
  if (name === 'preferredLocationId') return locations.find(({ id }) => id === value)?.name ?? value
  return name === 'assignedRepresentativeId' ? getRepresentativeName(representatives, value) : value
}

const { profile } = strings

/** Formats a custom field by its declaration: its label and a readable value. */
export function formatCustomField(
  declared: readonly Schema<'PeopleField'>[],
  key: string,
  value: string,
): [label: string, value: string] {
  const { label = key, type } = declared.find((field) => field.key === key) ?? {}
  if (type === 'boolean' && /^(true|false)$/.test(value)) return [label, value === 'true' ? profile.yes : profile.no]
  return [label, localizeTimestamps(value)]
}

export type Person = Schema<'Person'>
type Named = Pick<Person, 'fullName' | 'firstName' | 'lastName' | 'email' | 'phone'>

export function displayNameOf({ fullName, firstName, lastName, email, phone }: Named): string {
  const joined = [firstName, lastName].filter(Boolean).join(' ')
  return fullName || joined || email || phone || strings.unnamed
}
