import { ActionIcon, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCopy, IconDots, IconListCheck, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/tests.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { CopyDialog } from '../create/CopyDialog.tsx'
import { StartRun } from '../runs/StartRun.tsx'
import { type TestCase, type TestSuite, type TestSuiteOutcome, useCases, useSuiteHistory } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { StateBadge, VerdictStrip } from '../shared/Verdicts.tsx'
import { useDeleteCase } from './useDeleteCase.ts'

const { suite: caseMenuTexts } = strings

function CaseMenu({ testCase, suite, onRun }: { testCase: TestCase; suite: TestSuite; onRun: () => void }) {
  const drop = useDeleteCase(suite.id)
  const [copying, { open, close }] = useDisclosure()
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={caseMenuTexts.actionsOf(testCase.title)}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={onRun}>
            {caseMenuTexts.runOne}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={open}>
            {caseMenuTexts.copy}
          </Menu.Item>
          {!suite.system && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => drop(testCase)}>
              {strings.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {copying && <CopyDialog testCase={testCase} onClose={close} />}
    </>
  )
}

const { suite: texts } = strings
type CaseRow = TestCase & { verdicts: string[] }

export function CasesTab({ suite }: { suite: TestSuite }) {
  const can = useCan('editor')
  const routeIds = useRouteIds()
  const cases = useCases(suite.id)
  const history = useSuiteHistory(suite.id)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [running, setRunning] = useState<string[]>()
  const columns = useMemo(() => buildCaseColumns(suite, can ? setRunning : undefined), [suite, can])
  if (cases.error) return <ErrorAlert error={cases.error} retry={cases.refetch} />
  const rows = cases.rows?.map((one) => ({ ...one, verdicts: caseVerdictsOf(one.id, history.data ?? []) }))
  return (
    <Stack gap="xs">
      {can && selected.size > 0 && (
        <Group>
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() => setRunning([...selected])}
          >
            {texts.runSelected(selected.size)}
          </Button>
        </Group>
      )}
      <DataTable<CaseRow>
        label={texts.cases}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        linkOf={({ id }) => ({ to: testPaths.case, params: { ...routeIds, suiteId: suite.id, caseId: id } })}
        empty={<Empty suite={suite} />}
        more={cases.more}
        {...(can && { selected, onSelect: setSelected })}
      />
      {running && <StartRun caseIds={running} onClose={() => setRunning(undefined)} />}
    </Stack>
  )
}

const caseVerdictsOf = (caseId: string, history: readonly TestSuiteOutcome[]): string[] =>
  history.flatMap(({ verdicts }) => verdicts?.[caseId] ?? [])

function Empty({ suite }: { suite: TestSuite }) {
  const can = useCan('editor')
  const routeIds = useRouteIds()
  const action = can && !suite.system && (
    <ButtonLink
      leftSection={<IconPlus size={16} aria-hidden />}
      to={testPaths.case}
      params={{ ...routeIds, suiteId: suite.id, caseId: 'new' }}
    >
      {texts.newCase}
    </ButtonLink>
  )
  return <EmptyState icon={IconListCheck} title={texts.emptyTitle} text={texts.emptyText} action={action} />
}

function buildCaseColumns(suite: TestSuite, run: ((caseIds: string[]) => void) | undefined): DataColumn<CaseRow>[] {
  const actions: DataColumn<CaseRow> = {
    id: 'actions',
    label: texts.actions,
    align: 'right',
    cell: (row) => <CaseMenu testCase={row} suite={suite} onRun={() => run?.([row.id])} />,
  }
  return [...columns, ...(run ? [actions] : [])]
}

const columns: DataColumn<CaseRow>[] = [
  {
    id: 'title',
    label: texts.case,
    cell: ({ title, key }) => (
      <Stack gap={0}>
        <span>{title}</span>
        {key && (
          <Text span size="xs" ff="monospace" className="quiet">
            {key}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    id: 'tags',
    label: texts.tags,
    cell: ({ tags = [] }) => (
      <Group gap={4}>
        {tags.map((tag) => (
          <Badge key={tag} variant="default" size="sm" tt="none">
            {tag}
          </Badge>
        ))}
      </Group>
    ),
    wide: true,
  },
  {
    id: 'verdict',
    label: texts.verdict,
    cell: ({ verdicts: [newest] }) =>
      newest ? <StateBadge state={newest} /> : <span className="quiet">{strings.verdicts.never}</span>,
  },
  {
    id: 'trend',
    label: texts.trend,
    cell: ({ verdicts }) => verdicts.length > 0 && <VerdictStrip verdicts={verdicts} />,
    wide: true,
  },
  { id: 'lint', label: texts.lint, cell: ({ lint }) => <LintCount lint={lint} />, wide: true },
]

const whole = { whiteSpace: 'nowrap' } as const

function LintCount({ lint }: { lint: TestCase['lint'] }) {
  const many = (severity: string) => lint.filter((finding) => finding.severity === severity).length
  const [errors, warnings] = [many('error'), many('warning')]
  if (errors + warnings === 0)
    return (
      <Text span className="quiet" style={whole}>
        {strings.none}
      </Text>
    )
  return (
    <Text size="sm" span style={whole}>
      {[errors > 0 && texts.lintErrors(errors), warnings > 0 && texts.lintWarnings(warnings)]
        .filter(Boolean)
        .join(', ')}
    </Text>
  )
}
