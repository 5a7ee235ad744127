import { Badge, Button, Group, Select, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { runStatuses } from '@parley/definition/vocabulary'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings as testRunsTexts } from '#i18n/test-runs.ts'
import { strings } from '#i18n/tests.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'

import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { TestsFrame } from '../shared/TestsFrame.tsx'
import { type TestRun, type TestSuite, useRuns, useSuites } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { type RunsSearch, readRunsSearch } from '../shared/test-search.ts'
import { PassBar, RunBadge } from '../shared/Verdicts.tsx'
import { describeSelection } from './run-data.ts'
import { StartRun } from './StartRun.tsx'

const { runs: texts } = testRunsTexts
const nothing: TestSuite[] = []

export function RunsPage() {
  const can = useCan('editor')
  const filter = readRunsSearch(useSearch({ from: testPaths.runs }))
  const list = useRuns(filter)
  const { data: suites = nothing } = useSuites()
  const routeIds = useRouteIds()
  const [starting, { open, close }] = useDisclosure()
  const columns = useMemo(() => columnsWith(suites), [suites])
  const add = can && (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={open}>
      {texts.start}
    </Button>
  )
  if (list.error) return <ErrorAlert error={list.error} retry={list.refetch} />
  return (
    <TestsFrame actions={list.rows?.length ? add : undefined}>
      <Filters filter={filter} suites={suites} />
      <DataTable<TestRun>
        label={texts.table}
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        linkOf={({ id }) => ({ to: testPaths.run, params: { ...routeIds, runId: id } })}
        empty={<EmptyState icon={IconPlayerPlay} title={texts.emptyTitle} text={texts.emptyText} action={add} />}
        more={list.more}
      />
      {starting && <StartRun onClose={close} />}
    </TestsFrame>
  )
}

function Filters({ filter, suites }: { filter: RunsSearch; suites: readonly TestSuite[] }) {
  const navigate = useNavigate()
  const params = useRouteIds()
  const show = (change: RunsSearch) => navigate({ to: testPaths.runs, params, search: { ...filter, ...change } })
  return (
    <Group gap="sm">
      <Select
        label={texts.filterSuite}
        placeholder={texts.anySuite}
        size="xs"
        clearable
        searchable
        data={suites.map(({ id, name }) => ({ value: id, label: displaySuiteName(name) }))}
        value={filter.suiteId ?? null}
        onChange={(suiteId) => show({ suiteId: suiteId ?? undefined })}
      />
      <Select
        label={texts.filterStatus}
        placeholder={texts.anyStatus}
        size="xs"
        clearable
        data={runStatuses.map((value) => ({ value, label: strings.statuses[value] ?? value }))}
        value={filter.status ?? null}
        onChange={(status) => show({ status: (status as RunsSearch['status']) ?? undefined })}
      />
    </Group>
  )
}

const columnsWith = (suites: readonly TestSuite[]): DataColumn<TestRun>[] => [
  {
    id: 'what',
    label: texts.what,
    cell: (run) => (
      <Group gap="xs">
        <Text span size="sm" lineClamp={2} maw={360}>
          {describeSelection(run, suites)}
        </Text>
        {run.pinned && (
          <Badge size="sm" variant="default" tt="none">
            {texts.pinned}
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'status', label: texts.status, cell: ({ status }) => <RunBadge status={status} /> },
  { id: 'verdicts', label: texts.verdicts, cell: ({ counts }) => <PassBar {...counts} />, wide: true },
  {
    id: 'newly',
    label: texts.newly,
    cell: ({ diff }) => diff?.newlyFailing.length ?? '',
    align: 'right',
    wide: true,
  },
  { id: 'when', label: texts.when, cell: ({ createdAt }) => <Timestamp at={createdAt} />, wide: true },
  {
    id: 'by',
    label: texts.by,
    cell: ({ requestedBy: { via } }) => texts.vias[via] ?? via,
    wide: true,
  },
  { id: 'units', label: texts.units, cell: ({ usage }) => usage.units, align: 'right', wide: true },
]
