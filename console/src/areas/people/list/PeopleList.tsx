import { Button, Group } from '@mantine/core'
import { IconAddressBook, IconPlus, IconUserSearch } from '@tabler/icons-react'
import { words } from '#words/people.ts'
import { words as importing } from '#words/people-import.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import type { Person } from '../names.ts'
import { filtersOf, type PeopleSearch } from '../search.ts'
import type { PersonColumn } from './columns.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import type { People } from './usePeople.ts'

type Given = {
  search: PeopleSearch
  query: People
  columns: readonly PersonColumn[]
  narrow: boolean
  onSort: (sort: string) => void
  onClear: () => void
  onAdd: () => void
  selected?: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  onOpen: (person: Person) => void
}

export function PeopleList({ search, query, onClear, onAdd, ...rest }: Given) {
  const { people, error, refetch } = query
  if (error) return <Trouble error={error} retry={refetch} />
  if (!people) return <Loading />
  if (people.length > 0)
    return (
      <PeopleTable
        {...rest}
        people={people}
        query={query}
        sort={search.sort ?? '-createdAt'}
        about={JSON.stringify(search)}
      />
    )
  return Object.keys(filtersOf(search)).length > 0 ? <NoneFits onClear={onClear} /> : <NobodyYet onAdd={onAdd} />
}

function NoneFits({ onClear }: { onClear: () => void }) {
  const clear = <Button onClick={onClear}>{words.list.clear}</Button>
  return <EmptyState icon={IconUserSearch} title={words.list.noneTitle} text={words.list.noneText} action={clear} />
}

function NobodyYet({ onAdd }: { onAdd: () => void }) {
  const place = usePlace()
  const actions = useCan('editor') && (
    <Group>
      <ButtonLink to="/orgs/$org/agents/$agent/people/import" params={place}>
        {importing.title}
      </ButtonLink>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {words.list.add}
      </Button>
    </Group>
  )
  return (
    <EmptyState icon={IconAddressBook} title={words.list.emptyTitle} text={words.list.emptyText} action={actions} />
  )
}
