import { Badge, Button, Group, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPlay, IconPlus, IconTestPipe } from '@tabler/icons-react'
import { words } from '#words/tests.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Sparkline } from '../../../parts/Sparkline.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { RecordDialog } from '../make/RecordDialog.tsx'
import { passRateOf } from '../runs/progress.ts'
import { StartRun } from '../runs/StartRun.tsx'
import { to } from '../shared/place.ts'
import { type Outcome, type Suite, useHistory, useSuites } from '../shared/reads.ts'
import { TestsFrame } from '../shared/TestsFrame.tsx'
import { PassBar } from '../shared/Verdicts.tsx'
import { NewSuite } from './NewSuite.tsx'

const { list, verdicts, schedule } = words
type Row = Suite & { outcomes: Outcome[] }

export function SuitesPage() {
  const suites = useSuites()
  const history = useHistory()
  const place = usePlace()
  const [making, { open, close }] = useDisclosure()
  if (suites.error) return <Trouble error={suites.error} retry={suites.refetch} />
  const rows = suites.data?.map((suite) => ({
    ...suite,
    outcomes: (history.data ?? []).filter(({ suiteId }) => suiteId === suite.id),
  }))
  return (
    <TestsFrame actions={<Actions some={Boolean(rows?.length)} onNew={open} />}>
      <DataTable<Row>
        label={list.table}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        linkOf={({ id }) => ({ to: to.suite, params: { ...place, suiteId: id } })}
        empty={<Empty onNew={open} />}
      />
      {making && <NewSuite onClose={close} />}
    </TestsFrame>
  )
}

function Actions({ some, onNew }: { some: boolean; onNew: () => void }) {
  const can = useCan('editor')
  const [starting, start] = useDisclosure()
  const [recording, record] = useDisclosure()
  if (!can || !some) return null
  return (
    <>
      <Button variant="default" onClick={record.open}>
        {list.record}
      </Button>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
        {list.new}
      </Button>
      <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={start.open}>
        {words.runs.start}
      </Button>
      {starting && <StartRun onClose={start.close} />}
      {recording && <RecordDialog onClose={record.close} />}
    </>
  )
}

function Empty({ onNew }: { onNew: () => void }) {
  const can = useCan('editor')
  const action = can && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
      {list.new}
    </Button>
  )
  return <EmptyState icon={IconTestPipe} title={list.emptyTitle} text={list.emptyText} action={action} />
}

const columns: Column<Row>[] = [
  {
    id: 'name',
    label: list.name,
    cell: ({ name, system }) => (
      <Group gap="xs">
        <span>{name}</span>
        {system && (
          <Tooltip label={list.examplesHint}>
            <Badge variant="default" size="sm" tt="none">
              {list.examples}
            </Badge>
          </Tooltip>
        )}
      </Group>
    ),
  },
  {
    id: 'rate',
    label: list.rate,
    cell: ({ outcomes: [newest] }) =>
      newest ? <PassBar {...newest} /> : <span className="quiet">{verdicts.never}</span>,
  },
  { id: 'trend', label: list.trend, cell: ({ outcomes }) => <Trend outcomes={outcomes} />, wide: true },
  { id: 'when', label: list.when, cell: ({ outcomes: [newest] }) => newest && <When at={newest.at} />, wide: true },
  {
    id: 'schedule',
    label: list.schedule,
    cell: ({ schedule: set }) => (set ? schedule.said(set) : <span className="quiet">{schedule.none}</span>),
    wide: true,
  },
]

function Trend({ outcomes }: { outcomes: readonly Outcome[] }) {
  const rates = outcomes.flatMap((outcome) => passRateOf(outcome) ?? []).reverse()
  if (rates.length < 2) return null
  return <Sparkline values={rates} label={verdicts.trend(rates)} />
}
