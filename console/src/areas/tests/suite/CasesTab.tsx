import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconListCheck, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { words } from '#words/tests.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { StartRun } from '../runs/StartRun.tsx'
import { to } from '../shared/place.ts'
import { type Outcome, type Suite, type TestCase, useCases, useHistory } from '../shared/reads.ts'
import { StateBadge, VerdictStrip } from '../shared/Verdicts.tsx'
import { CaseMenu } from './CaseMenu.tsx'

const { suite: said } = words
type Row = TestCase & { verdicts: string[] }

export function CasesTab({ suite }: { suite: Suite }) {
  const can = useCan('editor')
  const place = usePlace()
  const cases = useCases(suite.id)
  const history = useHistory(suite.id)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [running, setRunning] = useState<string[]>()
  const columns = useMemo(() => columnsFor(suite, can ? setRunning : undefined), [suite, can])
  if (cases.error) return <Trouble error={cases.error} retry={cases.refetch} />
  const rows = cases.rows?.map((one) => ({ ...one, verdicts: verdictsOf(one.id, history.data ?? []) }))
  return (
    <Stack gap="xs">
      {can && selected.size > 0 && (
        <Group>
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() => setRunning([...selected])}
          >
            {said.runSelected(selected.size)}
          </Button>
        </Group>
      )}
      <DataTable<Row>
        label={said.cases}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        linkOf={({ id }) => ({ to: to.case, params: { ...place, suiteId: suite.id, caseId: id } })}
        empty={<Empty suite={suite} />}
        more={cases.more}
        {...(can && { selected, onSelect: setSelected })}
      />
      {running && <StartRun caseIds={running} onClose={() => setRunning(undefined)} />}
    </Stack>
  )
}

const verdictsOf = (caseId: string, history: readonly Outcome[]): string[] =>
  history.flatMap(({ verdicts }) => verdicts?.[caseId] ?? [])

function Empty({ suite }: { suite: Suite }) {
  const can = useCan('editor')
  const place = usePlace()
  const action = can && !suite.system && (
    <ButtonLink
      leftSection={<IconPlus size={16} aria-hidden />}
      to={to.case}
      params={{ ...place, suiteId: suite.id, caseId: 'new' }}
    >
      {said.newCase}
    </ButtonLink>
  )
  return <EmptyState icon={IconListCheck} title={said.emptyTitle} text={said.emptyText} action={action} />
}

function columnsFor(suite: Suite, run: ((caseIds: string[]) => void) | undefined): Column<Row>[] {
  const actions: Column<Row> = {
    id: 'actions',
    label: said.actions,
    align: 'right',
    cell: (row) => <CaseMenu testCase={row} suite={suite} onRun={() => run?.([row.id])} />,
  }
  return [...columns, ...(run ? [actions] : [])]
}

const columns: Column<Row>[] = [
  {
    id: 'title',
    label: said.case,
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
    label: said.tags,
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
    label: said.verdict,
    cell: ({ verdicts: [newest] }) =>
      newest ? <StateBadge state={newest} /> : <span className="quiet">{words.verdicts.never}</span>,
  },
  {
    id: 'trend',
    label: said.trend,
    cell: ({ verdicts }) => verdicts.length > 0 && <VerdictStrip verdicts={verdicts} />,
    wide: true,
  },
  { id: 'lint', label: said.lint, cell: ({ lint }) => <LintCount lint={lint} />, wide: true },
]

const whole = { whiteSpace: 'nowrap' } as const

function LintCount({ lint }: { lint: TestCase['lint'] }) {
  const many = (severity: string) => lint.filter((finding) => finding.severity === severity).length
  const [errors, warnings] = [many('error'), many('warning')]
  if (errors + warnings === 0)
    return (
      <Text span className="quiet" style={whole}>
        {words.none}
      </Text>
    )
  return (
    <Text size="sm" span style={whole}>
      {[errors > 0 && said.lintErrors(errors), warnings > 0 && said.lintWarnings(warnings)].filter(Boolean).join(', ')}
    </Text>
  )
}
