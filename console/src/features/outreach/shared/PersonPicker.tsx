import { Group, Loader, MultiSelect, Select, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { strings } from '#i18n/outreach.ts'
import { usePersonById } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'

type NamedPerson = Pick<Schema<'Person'>, 'fullName' | 'firstName' | 'lastName' | 'email' | 'phone'>

export function personNameOf({ fullName, firstName, lastName, email, phone }: NamedPerson): string {
  const parts = [firstName, lastName].filter(Boolean).join(' ')
  return fullName || parts || email || phone || strings.person.unnamed
}

function useSharedPerson(personId: string | undefined) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('people', personId),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}', { path: { personId: personId ?? '' }, signal }),
    enabled: personId !== undefined,
    staleTime: 60_000,
  })
}

/** Links to a person by id. A persona is shown by its name. */
export function PersonLink({ personId }: { personId: string }) {
  return personId.startsWith('psn') ? <PersonaName personaId={personId} /> : <PersonNameLink personId={personId} />
}

function PersonNameLink({ personId }: { personId: string }) {
  const { data, isPending, isError } = usePersonById(personId)
  // Often inside a link, which needs a name while it loads.
  if (isPending)
    return (
      <Skeleton component="span" display="inline-block" h={14} w={120} role="img" aria-label={strings.person.loading} />
    )
  if (!data && !isError)
    return (
      <Text span fz="inherit" className="quiet">
        {strings.person.erased}
      </Text>
    )
  return <>{data ? personNameOf(data) : personId}</>
}

function PersonaName({ personaId }: { personaId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('personas', personaId),
    queryFn: ({ signal }) => agent.api.get('/personas/{personaId}', { path: { personaId }, signal }),
    staleTime: 60_000,
  })
  return <>{data?.name ?? personaId}</>
}

type Person = Schema<'Person'>

const { person } = strings

/** Finds people whose name, email or phone starts with the typed text. */
function usePeopleSearch(typed: string) {
  const agent = useAgent()
  const [q] = useDebouncedValue(typed.trim(), 200)
  return useQuery({
    queryKey: agent.key('people', 'like', q),
    queryFn: async ({ signal }) => {
      const { data } = await agent.api.get('/people', { query: { limit: 20, ...(q && { q }) }, signal })
      return data
    },
    placeholderData: keepPreviousData,
  })
}

const choice = (one: Person) => ({ value: one.id, label: personNameOf(one) })
/** Disables client-side filtering: the server has already searched. */
const toChoice = ({ options }: { options: unknown[] }) => options as never

/** Picks one person. `plain` hides the hint, to save space. */
export function PersonPicker({ value, onChange, error, plain = false }: Props) {
  const [typed, setTyped] = useState('')
  const known = useSharedPerson(value).data
  const [picked, setChosen] = useState<Person>()
  const chosen = picked ?? known
  const { data = [], isFetching } = usePeopleSearch(chosen && typed === personNameOf(chosen) ? '' : typed)
  const isListed = !chosen || data.some(({ id }) => id === chosen.id)
  const people = isListed ? data : [chosen, ...data]
  return (
    <Select
      label={person.search}
      description={plain ? undefined : person.hint}
      placeholder={person.placeholder}
      error={error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': person.clear }}
      data={people.map(choice)}
      filter={toChoice}
      value={value ?? null}
      onChange={(id) => {
        const found = people.find((one) => one.id === id)
        setChosen(found)
        onChange(found)
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={person.nothing}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      renderOption={({ option }) => <PersonOption person={people.find(({ id }) => id === option.value)} />}
    />
  )
}
type Props = {
  value: string | undefined
  onChange: (person: Person | undefined) => void
  error?: ReactNode
  plain?: boolean
}

function PersonOption({ person: one }: { person: Person | undefined }) {
  if (!one) return null
  const rest = [one.email, one.phone, one.company].filter((text) => text && text !== personNameOf(one)).join(' · ')
  return (
    <Group gap={6} wrap="wrap">
      <Text size="sm">{personNameOf(one)}</Text>
      <Text size="xs" className="quiet">
        {rest}
      </Text>
    </Group>
  )
}

type PeoplePickerProps = { value: string[]; onChange: (ids: string[]) => void; error?: ReactNode }

export function PeoplePicker({ value, onChange, error }: PeoplePickerProps) {
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState<Record<string, string>>({})
  const { data = [], isFetching } = usePeopleSearch(typed)
  const listed = data.map(choice)
  const rest = value.filter((id) => !listed.some((one) => one.value === id))
  return (
    <MultiSelect
      label={person.several}
      description={person.hint}
      placeholder={value.length === 0 ? person.placeholder : undefined}
      error={error}
      searchable
      data={[...listed, ...rest.map((id) => ({ value: id, label: known[id] ?? id }))]}
      filter={({ options, search }) => (search ? options : options.slice(0, 20))}
      value={value}
      onChange={(ids) => {
        setKnown({ ...known, ...Object.fromEntries(listed.map((one) => [one.value, one.label])) })
        onChange(ids)
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={person.nothing}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      hidePickedOptions
      renderOption={({ option }) => <PersonOption person={data.find(({ id }) => id === option.value)} />}
    />
  )
}
