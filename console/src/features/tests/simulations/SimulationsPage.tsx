import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPlay, IconUsers } from '@tabler/icons-react'
import { strings } from '#i18n/proof.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { TestsFrame } from '../shared/TestsFrame.tsx'
import { testPaths } from '../shared/test-paths.ts'
import { OutcomeBar } from './OutcomeBar.tsx'
import { StartSimulation } from './StartSimulation.tsx'
import { type Simulation, useSimulations } from './simulation-data.ts'

const { simulations: texts, simulation: one } = strings

export function SimulationsPage() {
  const can = useCan('editor')
  const list = useSimulations()
  const ids = useRouteIds()
  const [starting, { open, close }] = useDisclosure()
  const start = can && (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={open}>
      {texts.start}
    </Button>
  )
  if (list.error) return <ErrorAlert error={list.error} retry={list.refetch} />
  return (
    <TestsFrame actions={list.rows?.length ? start : undefined}>
      <Text size="sm" className="quiet">
        {texts.lead}
      </Text>
      <DataTable<Simulation>
        label={texts.table}
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        linkOf={({ id }) => ({ to: testPaths.simulation, params: { ...ids, simulationId: id } })}
        empty={<EmptyState icon={IconUsers} title={texts.emptyTitle} text={texts.emptyText} action={start} />}
        more={list.more}
      />
      {starting && <StartSimulation onClose={close} />}
    </TestsFrame>
  )
}

export function SimulationBadge({ status }: Pick<Simulation, 'status'>) {
  return <StatusBadge status={status} label={texts.statuses[status] ?? status} />
}

const columns: DataColumn<Simulation>[] = [
  {
    id: 'who',
    label: texts.who,
    cell: ({ profiles, count, suite }) => (
      <Group gap={6}>
        <span>{texts.describe(profiles.length, count)}</span>
        {suite && (
          <Text span size="xs" className="quiet">
            {texts.bySuite}
          </Text>
        )}
      </Group>
    ),
  },
  { id: 'status', label: texts.status, width: 120, cell: ({ status }) => <SimulationBadge status={status} /> },
  { id: 'results', label: texts.results, wide: true, cell: (simulation) => <OutcomeBar {...simulation} /> },
  {
    id: 'goalRate',
    label: texts.goalRate,
    align: 'right',
    width: 150,
    cell: ({ goalRate, done }) => (done === 0 ? '' : one.percent(goalRate)),
  },
  { id: 'turns', label: texts.turns, align: 'right', width: 140, wide: true, cell: ({ medianTurns }) => medianTurns },
  { id: 'when', label: texts.when, width: 160, wide: true, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
]
