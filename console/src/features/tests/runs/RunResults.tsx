import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { strings } from '#i18n/test-runs.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { locateFailures } from '../result/result-transcript.ts'
import type { TestResult, TestRun } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { StateBadge } from '../shared/Verdicts.tsx'

import { isRunOver, sortWorstFirst, useResults } from './run-data.ts'

const { run: texts } = strings
type Tab = 'look' | 'passed' | 'rest'

const statesOf: Record<Tab, TestResult['state'][]> = {
  look: ['failed', 'errored'],
  passed: ['passed'],
  rest: ['running', 'pending', 'skipped', 'cancelled'],
}

/** Results by case, new failures first. */
export function RunResults({ run }: { run: TestRun }) {
  const { tab = 'look' }: { tab?: Tab } = useSearch({ from: testPaths.run })
  const routeIds = useRouteIds()
  const { failed, errored, passed } = run.counts
  const stamp = tab === 'look' ? [failed, errored] : [passed, failed, errored, run.status]
  const results = useResults(run.id, statesOf[tab], stamp)
  const newly = run.diff?.newlyFailing
  const rows = useMemo(() => results.data && sortWorstFirst(results.data, newly), [results.data, newly])
  const columns = useMemo(() => columnsWith(newly ?? []), [newly])
  return (
    <Stack gap="xs">
      <Tabs run={run} />
      {results.error ? (
        <ErrorAlert error={results.error} retry={results.refetch} />
      ) : (
        <DataTable<TestResult>
          label={texts.results}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          linkOf={({ id }) => ({ to: testPaths.result, params: { ...routeIds, runId: run.id, resultId: id } })}
          empty={<NoResults run={run} tab={tab} />}
        />
      )}
    </Stack>
  )
}

function Tabs({ run }: { run: TestRun }) {
  const { total, passed, failed, errored } = run.counts
  const params = { ...useRouteIds(), runId: run.id }
  const exact = { exact: true, includeSearch: true }
  const rest = total - passed - failed - errored
  return (
    <LinkTabs label={texts.tabs.label}>
      <Link to={testPaths.run} params={params} search={{}} activeOptions={exact}>
        {texts.tabs.look} ({failed + errored})
      </Link>
      <Link to={testPaths.run} params={params} search={{ tab: 'passed' }} activeOptions={exact}>
        {texts.tabs.passed} ({passed})
      </Link>
      {rest > 0 && (
        <Link to={testPaths.run} params={params} search={{ tab: 'rest' }} activeOptions={exact}>
          {texts.tabs.rest} ({rest})
        </Link>
      )}
    </LinkTabs>
  )
}

function NoResults({ run, tab }: { run: TestRun; tab: Tab }) {
  if (tab !== 'look') return <Text className="quiet">{texts.nothingHere}</Text>
  if (!isRunOver(run))
    return <EmptyState icon={IconHourglass} title={texts.stillRunning} text={texts.stillRunningText} />
  if (run.status !== 'completed') return <Text className="quiet">{texts.nothingHere}</Text>
  return <EmptyState icon={IconCheck} title={texts.allPassed} text={texts.allPassedText} />
}

const columnsWith = (newly: readonly string[]): DataColumn<TestResult>[] => [
  {
    id: 'case',
    label: texts.case,
    cell: ({ caseTitle, caseId, sample, state, caseSnapshot }) => (
      <Group gap="xs">
        <span>
          {caseTitle}
          {(caseSnapshot.samples ?? 1) > 1 || sample > 1 ? `, ${texts.sample(sample)}` : ''}
        </span>
        {state === 'failed' && newly.includes(caseId) && (
          <Badge size="sm" color="red" variant="outline" tt="none" autoContrast={false}>
            {texts.newBadge}
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'state', label: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'why',
    label: texts.why,
    cell: (result) => (
      <Text size="sm" lineClamp={2} maw={520}>
        {locateFailures(result)[0]?.reason}
      </Text>
    ),
    wide: true,
  },
  { id: 'units', label: texts.units, cell: ({ usage }) => usage?.units, align: 'right', wide: true },
]
