import { Button, Group } from '@mantine/core'
import { IconAddressBook, IconPlus, IconUserSearch } from '@tabler/icons-react'
import { strings } from '#i18n/people.ts'
import { strings as importing } from '#i18n/people-import.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import type { Person } from '../display-name.ts'
import { type PeopleSearch, peopleFiltersOf } from '../people-search.ts'
import { PeopleTable } from './PeopleTable.tsx'
import type { PersonColumn } from './people-columns.tsx'
import type { PeopleListResult } from './usePeopleList.ts'

type Props = {
  search: PeopleSearch
  query: PeopleListResult
  columns: readonly PersonColumn[]
  narrow: boolean
  onSort: (sort: string) => void
  onClear: () => void
  onAdd: () => void
  selected?: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  onOpen: (person: Person) => void
}

export function PeopleList({ search, query, onClear, onAdd, ...rest }: Props) {
  const { people, error, refetch } = query
  if (error) return <ErrorAlert error={error} retry={refetch} />
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
  return Object.keys(peopleFiltersOf(search)).length > 0 ? (
    <NoMatches onClear={onClear} />
  ) : (
    <NoPeopleYet onAdd={onAdd} />
  )
}

function NoMatches({ onClear }: { onClear: () => void }) {
  const clear = <Button onClick={onClear}>{strings.list.clear}</Button>
  return <EmptyState icon={IconUserSearch} title={strings.list.noneTitle} text={strings.list.noneText} action={clear} />
}

function NoPeopleYet({ onAdd }: { onAdd: () => void }) {
  const routeIds = useRouteIds()
  const actions = useCan('editor') && (
    <Group>
      <ButtonLink to="/orgs/$org/agents/$agent/people/import" params={routeIds}>
        {importing.title}
      </ButtonLink>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {strings.list.add}
      </Button>
    </Group>
  )
  return (
    <EmptyState icon={IconAddressBook} title={strings.list.emptyTitle} text={strings.list.emptyText} action={actions} />
  )
}
