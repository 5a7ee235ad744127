import { Group, Loader, MultiSelect, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { words } from '#words/outreach.ts'
import { useAgent } from '../../../app/org.ts'
import { nameOf, usePerson } from './PersonName.tsx'

type Person = Schema<'Person'>

const { person } = words

/** People whose names, e-mails or phones begin like what was typed. */
function usePeopleLike(typed: string) {
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

const choice = (one: Person) => ({ value: one.id, label: nameOf(one) })
/** The server has searched; what it found is shown as it is. */
const asFound = ({ options }: { options: unknown[] }) => options as never

/** One person. `plain` leaves the hint out, where room is short. */
export function PersonPicker({ value, onChange, error, plain = false }: Given) {
  const [typed, setTyped] = useState('')
  const known = usePerson(value).data
  const [picked, setChosen] = useState<Person>()
  const chosen = picked ?? known
  const { data = [], isFetching } = usePeopleLike(chosen && typed === nameOf(chosen) ? '' : typed)
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
      filter={asFound}
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
      renderOption={({ option }) => <PersonLine person={people.find(({ id }) => id === option.value)} />}
    />
  )
}
type Given = {
  value: string | undefined
  onChange: (person: Person | undefined) => void
  error?: ReactNode
  plain?: boolean
}

function PersonLine({ person: one }: { person: Person | undefined }) {
  if (!one) return null
  const rest = [one.email, one.phone, one.company].filter((text) => text && text !== nameOf(one)).join(' · ')
  return (
    <Group gap={6} wrap="wrap">
      <Text size="sm">{nameOf(one)}</Text>
      <Text size="xs" className="quiet">
        {rest}
      </Text>
    </Group>
  )
}

type SeveralGiven = { value: string[]; onChange: (ids: string[]) => void; error?: ReactNode }

/** Several people, one by one. */
export function PeoplePicker({ value, onChange, error }: SeveralGiven) {
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState<Record<string, string>>({})
  const { data = [], isFetching } = usePeopleLike(typed)
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
      renderOption={({ option }) => <PersonLine person={data.find(({ id }) => id === option.value)} />}
    />
  )
}
