import { Button, Checkbox, Group, Loader, Menu, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconColumns3, IconDeviceFloppy, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useRepresentatives } from '../../../api/lookups.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { PeopleTabs } from '../PeopleTabs.tsx'
import { type Person, usePeopleFields } from '../people-fields.ts'
import {
  listActiveFilters,
  type PeopleSearch,
  type PeopleSort,
  peopleFiltersOf,
  readPeopleSearch,
} from '../people-search.ts'
import { saveResponseAsFile } from '../save-stream.ts'
import { SegmentModal } from '../segments/SegmentModal.tsx'
import { FilterBar } from './FilterBar.tsx'
import { NewPersonModal } from './NewPersonModal.tsx'
import { PeopleBulkBar } from './PeopleBulkBar.tsx'
import { PeopleList, type PeopleListResult, usePeopleList } from './PeopleList.tsx'
import { buildPeopleColumns, defaultColumns, findUndeclaredFields, type PersonColumn } from './people-columns.tsx'

const forms = {
  csv: { label: strings.export.csv, name: 'people.csv', accept: 'text/csv' },
  ndjson: { label: strings.export.ndjson, name: 'people.ndjson', accept: 'application/x-ndjson' },
} as const
const hourMs = 3_600_000

function ExportMenu({ search }: { search: PeopleSearch }) {
  const agent = useAgent()
  const filters = peopleFiltersOf(search)
  const exporting = useMutation({
    mutationFn: async (form: keyof typeof forms) => {
      const { name, accept } = forms[form]
      const ask = () =>
        agent.api.raw('GET', '/people/export', { query: filters, headers: { accept }, timeoutMs: hourMs })
      return (await saveResponseAsFile(name, ask)) ? name : undefined
    },
    onSuccess: (name) => name && notify.success(strings.export.done(name)),
    onError: notify.error,
  })
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={exporting.isPending}>
          {strings.export.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {Object.keys(filters).length > 0 ? strings.export.scopeFiltered : strings.export.scopeAll}
        </Menu.Label>
        {(Object.keys(forms) as (keyof typeof forms)[]).map((form) => (
          <Menu.Item key={form} onClick={() => exporting.mutate(form)}>
            {forms[form].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

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
  const [columnIds, setShown] = useVisibleColumns()
  // Compared by name: other people with the same fields must not rerender every row.
  const undeclared = findUndeclaredFields(fields, people).join('.')
  const columns = useMemo(
    () => buildPeopleColumns({ fields, representatives }, undeclared.split('.').filter(Boolean)),
    [fields, representatives, undeclared],
  )
  const visible = useMemo(
    () => (narrow ? [] : columns.filter(({ id }) => columnIds.includes(id))),
    [columns, columnIds, narrow],
  )
  return { columns, columnIds, visible, narrow, onChange: setShown }
}

type FilterState = { search: PeopleSearch; onChange: (search: PeopleSearch) => void; may: boolean }

/** Rerenders when the query changes, not when results arrive; the same goes for the actions. */
const Filters = memo(function Filters({ search, onChange, may }: FilterState) {
  return (
    <FilterBar search={search} onChange={onChange}>
      {may && <SaveSegment search={search} />}
    </FilterBar>
  )
})

/** Exports and imports of many people are not for the front desk. */
const Actions = memo(function Actions({ search, onAdd }: { search: PeopleSearch; onAdd: () => void }) {
  const routeIds = useRouteIds()
  const [mayAdd, mayMove] = [useCan('serve'), useCan('editor')]
  if (!mayAdd) return null
  return (
    <>
      {mayMove && (
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
        </>
      )}
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {strings.list.add}
      </Button>
    </>
  )
})

function SaveSegment({ search }: { search: PeopleSearch }) {
  const [opened, { open, close }] = useDisclosure()
  if (listActiveFilters(search).length === 0 && !search.q) return null
  return (
    <>
      <Button size="xs" variant="subtle" leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={open}>
        {strings.filter.saveAs}
      </Button>
      <SegmentModal opened={opened} onClose={close} filter={peopleFiltersOf(search)} />
    </>
  )
}

/** Counts only the loaded rows: counting every match would slow down the list. */
function PeopleResults({ query }: { query: PeopleListResult }) {
  const { people, hasNextPage, isFetching, isFetchingNextPage } = query
  if (!people || people.length === 0) return null
  return (
    <Group gap="xs">
      <Text size="sm" className="quiet" role="status">
        {strings.list.count(people.length, hasNextPage)}
      </Text>
      {isFetching && !isFetchingNextPage && <Loader size={14} aria-hidden />}
    </Group>
  )
}

/** The visible columns, stored in this browser per agent. */
function useVisibleColumns() {
  const agent = useAgent()
  return useLocalStorage<string[]>({
    key: `parley.people.columns.${agent.id}`,
    defaultValue: defaultColumns,
    getInitialValueInEffect: false,
  })
}

type ColumnsMenuProps = {
  columns: readonly PersonColumn[]
  columnIds: readonly string[]
  onChange: (columnIds: string[]) => void
}

function ColumnsMenu({ columns, columnIds, onChange }: ColumnsMenuProps) {
  return (
    <Popover shadow="md" position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} aria-hidden />} visibleFrom="sm">
          {strings.list.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={strings.list.columns}>
        <Checkbox.Group value={[...columnIds]} onChange={onChange} aria-label={strings.list.columns}>
          <Stack gap="xs" mah={400} style={{ overflow: 'auto' }} p={4}>
            {columns.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
