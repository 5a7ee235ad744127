import { Alert, Button, Checkbox, Group, Radio, Select, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/knowledge-import.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import {
  type ColumnTarget,
  columnTargets,
  type ExistingKnowledge,
  guessTargets,
  readRows,
  type Sheet,
} from './read-rows.ts'
import { ThingImportPreview } from './ThingImportPreview.tsx'
import { useImportThings } from './useImportThings.ts'

const { csv: importSummaryTexts } = strings
type ImportSummaryProps = { made: number; changed: number; undo: { run: () => void; running: boolean } }

function ImportSummary({ made, changed, undo }: ImportSummaryProps) {
  const params = useRouteIds()
  return (
    <Alert color="green" icon={<IconCheck aria-hidden />} role="status">
      <Stack>
        <Text>{importSummaryTexts.done(made, changed)}</Text>
        <Group>
          <Button renderRoot={(root) => <Link to="/orgs/$org/agents/$agent/knowledge" params={params} {...root} />}>
            {importSummaryTexts.see}
          </Button>
          <Button variant="default" onClick={undo.run} loading={undo.running}>
            {importSummaryTexts.undo}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

const { csv: texts } = strings

export function ThingColumnMapping({ sheet, known }: { sheet: Sheet; known: ExistingKnowledge }) {
  const [mapping, setMapping] = useState<ColumnTarget[]>(() => guessTargets(sheet.headers))
  const [existing, setExisting] = useState('update')
  const [leaveOut, setLeaveOut] = useState(false)
  // The Things that existed when the file was opened: the import itself must not make its rows count as existing.
  const [before] = useState(known)
  const read = useMemo(() => readRows(sheet, mapping, before), [sheet, mapping, before])
  const { rows, run, running, refusal, done, undo } = useImportThings(read)
  const wrong = rows.filter(({ faults }) => faults.length > 0)
  const good = rows.filter((row) => row.faults.length === 0 && !(row.known && existing === 'keep'))
  const twins = good.filter(({ sameName }) => sameName).length
  const made = good.filter((row) => !row.known).length
  if (done) return <ImportSummary made={made} changed={good.length - made} undo={undo} />
  return (
    <Stack gap="lg">
      <MappingFields sheet={sheet} mapping={mapping} onChange={setMapping} />
      <Radio.Group label={texts.existing} value={existing} onChange={setExisting}>
        <Stack gap="xs" mt={4}>
          <Radio value="update" label={texts.update} />
          <Radio value="keep" label={texts.keep} />
        </Stack>
      </Radio.Group>
      <ThingImportPreview rows={rows} sheet={sheet} mapping={mapping} keep={existing === 'keep'} />
      {twins > 0 && <Alert color="yellow" title={texts.twins(twins)} />}
      {refusal && (
        <Alert color="red" role="alert" title={texts.refused}>
          <RefusalSummary error={refusal} />
        </Alert>
      )}
      <Group>
        <Text role="status">{texts.summary(made, good.length - made, wrong.length)}</Text>
        {wrong.length > 0 && (
          <Checkbox
            label={texts.leaveOut(wrong.length)}
            checked={leaveOut}
            onChange={(event) => setLeaveOut(event.currentTarget.checked)}
          />
        )}
        <Button
          onClick={() => run(good)}
          loading={running}
          disabled={good.length === 0 || (wrong.length > 0 && !leaveOut)}
        >
          {texts.import(good.length)}
        </Button>
      </Group>
    </Stack>
  )
}

const choices = columnTargets.map((target) => ({ value: target, label: texts.targets[target] }))

type MappingFieldsProps = { sheet: Sheet; mapping: ColumnTarget[]; onChange: (mapping: ColumnTarget[]) => void }

function MappingFields({ sheet, mapping, onChange }: MappingFieldsProps) {
  /** A field maps to one column: the column that had it before becomes metadata. */
  const choose = (at: number, target: ColumnTarget) =>
    onChange(
      mapping.map((old, nth) => {
        if (nth === at) return target
        return old === target && target !== 'skip' && target !== 'metadata' ? 'metadata' : old
      }),
    )
  const columns: DataColumn<{ header: string; at: number }>[] = [
    {
      id: 'column',
      label: texts.column,
      cell: ({ header }) => (
        <Text size="sm" fw={500}>
          {header}
        </Text>
      ),
    },
    {
      id: 'example',
      label: texts.example,
      wide: true,
      cell: ({ at }) => (
        <Text size="sm" className="quiet" lineClamp={1}>
          {sheet.rows.find((row) => row[at]?.trim())?.[at]}
        </Text>
      ),
    },
    {
      id: 'becomes',
      label: texts.becomes,
      cell: ({ header, at }) => (
        <Select
          aria-label={texts.becomesOf(header)}
          data={choices}
          value={mapping[at]}
          onChange={(target) => target && choose(at, target as ColumnTarget)}
          allowDeselect={false}
        />
      ),
    },
  ]
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.mapping}
      </Title>
      <Text size="sm" className="quiet">
        {texts.mappingText}
      </Text>
      <DataTable
        label={texts.mapping}
        columns={columns}
        rows={sheet.headers.map((header, at) => ({ header, at }))}
        rowId={({ at }) => String(at)}
        layout="fixed"
      />
    </Stack>
  )
}
