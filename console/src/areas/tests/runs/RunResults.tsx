import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { words } from '#words/tests.ts'
import { usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { pinsOf } from '../result/pins.ts'
import { to } from '../shared/place.ts'
import type { Result, Run } from '../shared/reads.ts'
import { StateBadge } from '../shared/Verdicts.tsx'
import { isOver, worstFirst } from './progress.ts'
import { useResults } from './useRun.ts'

const { run: said } = words
type Tab = 'look' | 'passed' | 'rest'

const statesOf: Record<Tab, Result['state'][]> = {
  look: ['failed', 'errored'],
  passed: ['passed'],
  rest: ['running', 'pending', 'skipped', 'cancelled'],
}

/** What came of each case: what failed newly first. */
export function RunResults({ run }: { run: Run }) {
  const { tab = 'look' }: { tab?: Tab } = useSearch({ from: to.run })
  const place = usePlace()
  const { failed, errored, passed } = run.counts
  const stamp = tab === 'look' ? [failed, errored] : [passed, failed, errored, run.status]
  const results = useResults(run.id, statesOf[tab], stamp)
  const newly = run.diff?.newlyFailing
  const rows = useMemo(() => results.data && worstFirst(results.data, newly), [results.data, newly])
  const columns = useMemo(() => columnsWith(newly ?? []), [newly])
  return (
    <Stack gap="xs">
      <Tabs run={run} />
      {results.error ? (
        <Trouble error={results.error} retry={results.refetch} />
      ) : (
        <DataTable<Result>
          label={said.results}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          linkOf={({ id }) => ({ to: to.result, params: { ...place, runId: run.id, resultId: id } })}
          empty={<Nothing run={run} tab={tab} />}
        />
      )}
    </Stack>
  )
}

function Tabs({ run }: { run: Run }) {
  const { total, passed, failed, errored } = run.counts
  const params = { ...usePlace(), runId: run.id }
  const exact = { exact: true, includeSearch: true }
  const rest = total - passed - failed - errored
  return (
    <LinkTabs label={said.tabs.label}>
      <Link to={to.run} params={params} search={{}} activeOptions={exact}>
        {said.tabs.look} ({failed + errored})
      </Link>
      <Link to={to.run} params={params} search={{ tab: 'passed' }} activeOptions={exact}>
        {said.tabs.passed} ({passed})
      </Link>
      {rest > 0 && (
        <Link to={to.run} params={params} search={{ tab: 'rest' }} activeOptions={exact}>
          {said.tabs.rest} ({rest})
        </Link>
      )}
    </LinkTabs>
  )
}

function Nothing({ run, tab }: { run: Run; tab: Tab }) {
  if (tab !== 'look') return <Text className="quiet">{said.nothingHere}</Text>
  if (!isOver(run)) return <EmptyState icon={IconHourglass} title={said.stillRunning} text={said.stillRunningText} />
  if (run.status !== 'completed') return <Text className="quiet">{said.nothingHere}</Text>
  return <EmptyState icon={IconCheck} title={said.allPassed} text={said.allPassedText} />
}

const columnsWith = (newly: readonly string[]): Column<Result>[] => [
  {
    id: 'case',
    label: said.case,
    cell: ({ caseTitle, caseId, sample, state, caseSnapshot }) => (
      <Group gap="xs">
        <span>
          {caseTitle}
          {(caseSnapshot.samples ?? 1) > 1 || sample > 1 ? `, ${said.sample(sample)}` : ''}
        </span>
        {state === 'failed' && newly.includes(caseId) && (
          <Badge size="sm" color="red" variant="outline" tt="none" autoContrast={false}>
            {said.newBadge}
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'state', label: said.state, cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'why',
    label: said.why,
    cell: (result) => (
      <Text size="sm" lineClamp={2} maw={520}>
        {pinsOf(result)[0]?.reason}
      </Text>
    ),
    wide: true,
  },
  { id: 'units', label: said.units, cell: ({ usage }) => usage?.units, align: 'right', wide: true },
]
