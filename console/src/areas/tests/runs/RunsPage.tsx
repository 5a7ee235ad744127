import { Badge, Button, Group, Select, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { words } from '#words/tests.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { to } from '../shared/place.ts'
import { type Run, type Suite, useRuns, useSuites } from '../shared/reads.ts'
import { type RunsSearch, readRunsSearch, runStatuses } from '../shared/search.ts'
import { TestsFrame } from '../shared/TestsFrame.tsx'
import { PassBar, RunBadge } from '../shared/Verdicts.tsx'
import { StartRun } from './StartRun.tsx'
import { selectionOf } from './selection.ts'

const { runs: said } = words
const nothing: Suite[] = []

export function RunsPage() {
  const can = useCan('editor')
  const filter = readRunsSearch(useSearch({ from: to.runs }))
  const list = useRuns(filter)
  const { data: suites = nothing } = useSuites()
  const place = usePlace()
  const [starting, { open, close }] = useDisclosure()
  const columns = useMemo(() => columnsWith(suites), [suites])
  const add = can && (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={open}>
      {said.start}
    </Button>
  )
  if (list.error) return <Trouble error={list.error} retry={list.refetch} />
  return (
    <TestsFrame actions={list.rows?.length ? add : undefined}>
      <Filters filter={filter} suites={suites} />
      <DataTable<Run>
        label={said.table}
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        linkOf={({ id }) => ({ to: to.run, params: { ...place, runId: id } })}
        empty={<EmptyState icon={IconPlayerPlay} title={said.emptyTitle} text={said.emptyText} action={add} />}
        more={list.more}
      />
      {starting && <StartRun onClose={close} />}
    </TestsFrame>
  )
}

function Filters({ filter, suites }: { filter: RunsSearch; suites: readonly Suite[] }) {
  const navigate = useNavigate()
  const params = usePlace()
  const show = (change: RunsSearch) => navigate({ to: to.runs, params, search: { ...filter, ...change } })
  return (
    <Group gap="sm">
      <Select
        label={said.filterSuite}
        placeholder={said.anySuite}
        size="xs"
        clearable
        searchable
        data={suites.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.suiteId ?? null}
        onChange={(suiteId) => show({ suiteId: suiteId ?? undefined })}
      />
      <Select
        label={said.filterStatus}
        placeholder={said.anyStatus}
        size="xs"
        clearable
        data={runStatuses.map((value) => ({ value, label: words.statuses[value] ?? value }))}
        value={filter.status ?? null}
        onChange={(status) => show({ status: (status as RunsSearch['status']) ?? undefined })}
      />
    </Group>
  )
}

const columnsWith = (suites: readonly Suite[]): Column<Run>[] => [
  {
    id: 'what',
    label: said.what,
    cell: (run) => (
      <Group gap="xs">
        <Text span size="sm" lineClamp={2} maw={360}>
          {selectionOf(run, suites)}
        </Text>
        {run.pinned && (
          <Badge size="sm" variant="default" tt="none">
            {said.pinned}
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'status', label: said.status, cell: ({ status }) => <RunBadge status={status} /> },
  { id: 'verdicts', label: said.verdicts, cell: ({ counts }) => <PassBar {...counts} />, wide: true },
  {
    id: 'newly',
    label: said.newly,
    cell: ({ diff }) => diff?.newlyFailing.length ?? '',
    align: 'right',
    wide: true,
  },
  { id: 'when', label: said.when, cell: ({ createdAt }) => <When at={createdAt} />, wide: true },
  {
    id: 'by',
    label: said.by,
    cell: ({ requestedBy: { via } }) => said.vias[via] ?? via,
    wide: true,
  },
  { id: 'units', label: said.units, cell: ({ usage }) => usage.units, align: 'right', wide: true },
]
