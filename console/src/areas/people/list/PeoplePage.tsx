import { Button, Group, Loader, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconDeviceFloppy, IconFileImport, IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState } from 'react'
import { words } from '#words/people.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { ButtonLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import type { Person } from '../names.ts'
import { PeopleTabs } from '../PeopleTabs.tsx'
import { usePeopleFields, useRepresentatives } from '../reads.ts'
import { chosenFilters, filtersOf, type PeopleSearch, type PeopleSort, readSearch } from '../search.ts'
import { SegmentModal } from '../segments/SegmentModal.tsx'
import { BulkBar } from './BulkBar.tsx'
import { ColumnsMenu, useShownColumns } from './ColumnsMenu.tsx'
import { columnsFor, undeclaredFields } from './columns.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { FilterBar } from './FilterBar.tsx'
import { NewPersonModal } from './NewPersonModal.tsx'
import { PeopleList } from './PeopleList.tsx'
import { type People, usePeople } from './usePeople.ts'

const from = '/orgs/$org/agents/$agent/people'
const nobody: Person[] = []

export function PeoplePage() {
  const asked = useSearch({ from })
  const search = useMemo(() => readSearch(asked), [asked])
  const navigate = useNavigate({ from })
  const place = usePlace()
  const may = useCan('editor')
  const [adding, { open, close }] = useDisclosure()
  const query = usePeople(search)
  const toPerson = useCallback(
    ({ id }: Person) => navigate({ to: `${from}/$personId`, params: { ...place, personId: id } }),
    [navigate, place],
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
    <Page title={words.title} lead={words.lead} actions={<Actions search={search} onAdd={open} />}>
      <PeopleTabs />
      <Group justify="space-between" wrap="nowrap">
        <Filters search={search} onChange={change} may={may} />
        <ColumnsMenu {...columns} />
      </Group>
      {may && <BulkBar selected={selected} onSelect={setSelected} />}
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
      <Shown query={query} />
      <NewPersonModal opened={adding} onClose={close} onMade={toPerson} />
    </Page>
  )
}

function useColumns({ people = nobody }: People) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false
  const fields = usePeopleFields()
  const representatives = useRepresentatives()
  const [shown, setShown] = useShownColumns()
  // By their names: other people with the same fields leave every row as it is.
  const undeclared = undeclaredFields(fields, people).join('.')
  const columns = useMemo(
    () => columnsFor({ fields, representatives }, undeclared.split('.').filter(Boolean)),
    [fields, representatives, undeclared],
  )
  const visible = useMemo(
    () => (narrow ? [] : columns.filter(({ id }) => shown.includes(id))),
    [columns, shown, narrow],
  )
  return { columns, shown, visible, narrow, onChange: setShown }
}

type Filtering = { search: PeopleSearch; onChange: (search: PeopleSearch) => void; may: boolean }

/** Drawn when something else is asked for, and not again when the answer is there; the actions as well. */
const Filters = memo(function Filters({ search, onChange, may }: Filtering) {
  return (
    <FilterBar search={search} onChange={onChange}>
      {may && <SaveSegment search={search} />}
    </FilterBar>
  )
})

/** Exporting takes a scope that viewers do not hold. */
const Actions = memo(function Actions({ search, onAdd }: { search: PeopleSearch; onAdd: () => void }) {
  const place = usePlace()
  if (!useCan('editor')) return null
  return (
    <>
      <ExportMenu search={search} />
      <ButtonLink
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        to="/orgs/$org/agents/$agent/people/import"
        params={place}
      >
        {words.list.import}
      </ButtonLink>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {words.list.add}
      </Button>
    </>
  )
})

function SaveSegment({ search }: { search: PeopleSearch }) {
  const [opened, { open, close }] = useDisclosure()
  if (chosenFilters(search).length === 0 && !search.q) return null
  return (
    <>
      <Button size="xs" variant="subtle" leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={open}>
        {words.filter.saveAs}
      </Button>
      <SegmentModal opened={opened} onClose={close} filter={filtersOf(search)} />
    </>
  )
}

/** How many are on the page: counting everybody who fits would keep the list waiting. */
function Shown({ query }: { query: People }) {
  const { people, hasNextPage, isFetching, isFetchingNextPage } = query
  if (!people || people.length === 0) return null
  return (
    <Group gap="xs">
      <Text size="sm" className="quiet" role="status">
        {words.list.shown(people.length, hasNextPage)}
      </Text>
      {isFetching && !isFetchingNextPage && <Loader size={14} aria-hidden />}
    </Group>
  )
}
