import { Badge, Button, Group, Select, Stack, Textarea, TextInput, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { IconPlayerPlay, IconPlus, IconTestPipe } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings as testRunsTexts } from '#i18n/test-runs.ts'
import { strings } from '#i18n/tests.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { Sparkline } from '../../../components/charts.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { RecordDialog } from '../create/RecordDialog.tsx'
import { computePassRate } from '../runs/run-data.ts'
import { StartRun } from '../runs/StartRun.tsx'
import { channelChoices } from '../shared/channels.ts'
import { TestsFrame } from '../shared/TestsFrame.tsx'
import { type TestSuite, type TestSuiteOutcome, useSuiteHistory, useSuites } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { PassBar } from '../shared/Verdicts.tsx'

const { makeSuite } = strings

function NewSuite({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { name: '', description: '', channel: 'rcs' as const } })
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const making = useMutation({
    mutationFn: ({ name, description, channel }: typeof form.values) =>
      agent.api.post('/tests/suites', { body: { name, channel, ...(description && { description }) } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites') })
      void navigate({ to: testPaths.suite, params: { ...routeIds, suiteId: id } })
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  return (
    <Dialog onClose={onClose} title={makeSuite.title}>
      <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
        <Stack>
          {making.error && <RefusalSummary error={making.error} />}
          <TextInput label={makeSuite.name} required data-autofocus {...form.getInputProps('name')} />
          <Textarea label={makeSuite.description} autosize minRows={2} {...form.getInputProps('description')} />
          <Select
            label={makeSuite.channel}
            description={makeSuite.channelHint}
            data={channelChoices}
            allowDeselect={false}
            {...form.getInputProps('channel')}
          />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {strings.create}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const { list, verdicts, schedule } = strings
type SuiteRow = TestSuite & { outcomes: TestSuiteOutcome[] }

export function SuitesPage() {
  const suites = useSuites()
  const history = useSuiteHistory()
  const routeIds = useRouteIds()
  const [making, { open, close }] = useDisclosure()
  if (suites.error) return <ErrorAlert error={suites.error} retry={suites.refetch} />
  const rows = suites.data?.map((suite) => ({
    ...suite,
    outcomes: (history.data ?? []).filter(({ suiteId }) => suiteId === suite.id),
  }))
  return (
    <TestsFrame actions={<Actions some={Boolean(rows?.length)} onNew={open} />}>
      <DataTable<SuiteRow>
        label={list.table}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        linkOf={({ id }) => ({ to: testPaths.suite, params: { ...routeIds, suiteId: id } })}
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
        {testRunsTexts.runs.start}
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

const columns: DataColumn<SuiteRow>[] = [
  {
    id: 'name',
    label: list.name,
    cell: ({ name, system }) => (
      <Group gap="xs">
        <span>{displaySuiteName(name)}</span>
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
  {
    id: 'when',
    label: list.when,
    cell: ({ outcomes: [newest] }) => newest && <Timestamp at={newest.at} />,
    wide: true,
  },
  {
    id: 'schedule',
    label: list.schedule,
    cell: ({ schedule: set }) => (set ? schedule.describe(set) : <span className="quiet">{schedule.none}</span>),
    wide: true,
  },
]

function Trend({ outcomes }: { outcomes: readonly TestSuiteOutcome[] }) {
  const rates = outcomes.flatMap((outcome) => computePassRate(outcome) ?? []).reverse()
  if (rates.length < 2) return null
  return <Sparkline values={rates} label={verdicts.trend(rates)} />
}
