import { Button, Group, Loader, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconDeviceFloppy, IconFileImport, IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import type { Person } from '../display-name.ts'
import { PeopleTabs } from '../PeopleTabs.tsx'
import { usePeopleFields, useRepresentatives } from '../people-fields.ts'
import {
  activeFilters,
  type PeopleSearch,
  type PeopleSort,
  peopleFiltersOf,
  readPeopleSearch,
} from '../people-search.ts'
import { SegmentModal } from '../segments/SegmentModal.tsx'
import { ColumnsMenu, useVisibleColumns } from './ColumnsMenu.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { FilterBar } from './FilterBar.tsx'
import { NewPersonModal } from './NewPersonModal.tsx'
import { PeopleBulkBar } from './PeopleBulkBar.tsx'
import { PeopleList } from './PeopleList.tsx'
import { buildPeopleColumns, findUndeclaredFields } from './people-columns.tsx'
import { type PeopleListResult, usePeopleList } from './usePeopleList.ts'

const from = '/orgs/$org/agents/$agent/people'
const nobody: Person[] = []

export function PeopleListPage() {
  const urlSearch = useSearch({ from })
  const search = useMemo(() => readPeopleSearch(urlSearch), [urlSearch])
  const navigate = useNavigate({ from })
  const routeIds = useRouteIds()
  const may = useCan('editor')
  const [adding, { open, close }] = useDisclosure()
  const query = usePeopleList(search)
  const toPerson = useCallback(
    ({ id }: Person) => navigate({ to: `${from}/$personId`, params: { ...routeIds, personId: id } }),
    [navigate, routeIds],
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const change = useCallback(
    (next: PeopleSearch) => {
      setSelected((chosen) => (chosen.size > 0 ? new Set() : chosen))
      void navigate({ search: next, replace: true })
    },
    [navigate],
  )
  const columns = useColumns(query)
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={<Actions search={search} onAdd={open} />}>
      <PeopleTabs />
      <Group justify="space-between" wrap="nowrap">
        <Filters search={search} onChange={change} may={may} />
        <ColumnsMenu {...columns} />
      </Group>
      {may && <PeopleBulkBar selected={selected} onSelect={setSelected} />}
      <PeopleList
        {...{ search, query }}
        columns={columns.visible}
        narrow={columns.narrow}
        onSort={(sort) => change({ ...search, sort: sort as PeopleSort })}
        onClear={() => change({})}
        onAdd={open}
        selected={may ? selected : undefined}
        onSelect={setSelected}
        onOpen={toPerson}
      />
      <PeopleResults query={query} />
      <NewPersonModal opened={adding} onClose={close} onMade={toPerson} />
    </PageLayout>
  )
}

function useColumns({ people = nobody }: PeopleListResult) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false
  const fields = usePeopleFields()
  const representatives = useRepresentatives()
  const [shown, setShown] = useVisibleColumns()
  // By their names: other people with the same fields leave every row as it is.
  const undeclared = findUndeclaredFields(fields, people).join('.')
  const columns = useMemo(
    () => buildPeopleColumns({ fields, representatives }, undeclared.split('.').filter(Boolean)),
    [fields, representatives, undeclared],
  )
  const visible = useMemo(
    () => (narrow ? [] : columns.filter(({ id }) => shown.includes(id))),
    [columns, shown, narrow],
  )
  return { columns, shown, visible, narrow, onChange: setShown }
}

type FilterState = { search: PeopleSearch; onChange: (search: PeopleSearch) => void; may: boolean }

/** Drawn when something else is asked for, and not again when the answer is there; the actions as well. */
const Filters = memo(function Filters({ search, onChange, may }: FilterState) {
  return (
    <FilterBar search={search} onChange={onChange}>
      {may && <SaveSegment search={search} />}
    </FilterBar>
  )
})

/** Exporting takes a scope that viewers do not hold. */
const Actions = memo(function Actions({ search, onAdd }: { search: PeopleSearch; onAdd: () => void }) {
  const routeIds = useRouteIds()
  if (!useCan('editor')) return null
  return (
    <>
      <ExportMenu search={search} />
      <ButtonLink
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        to="/orgs/$org/agents/$agent/people/import"
        params={routeIds}
      >
        {strings.list.import}
      </ButtonLink>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {strings.list.add}
      </Button>
    </>
  )
})

function SaveSegment({ search }: { search: PeopleSearch }) {
  const [opened, { open, close }] = useDisclosure()
  if (activeFilters(search).length === 0 && !search.q) return null
  return (
    <>
      <Button size="xs" variant="subtle" leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={open}>
        {strings.filter.saveAs}
      </Button>
      <SegmentModal opened={opened} onClose={close} filter={peopleFiltersOf(search)} />
    </>
  )
}

/** How many are on the page: counting everybody who fits would keep the list waiting. */
function PeopleResults({ query }: { query: PeopleListResult }) {
  const { people, hasNextPage, isFetching, isFetchingNextPage } = query
  if (!people || people.length === 0) return null
  return (
    <Group gap="xs">
      <Text size="sm" className="quiet" role="status">
        {strings.list.shown(people.length, hasNextPage)}
      </Text>
      {isFetching && !isFetchingNextPage && <Loader size={14} aria-hidden />}
    </Group>
  )
}
