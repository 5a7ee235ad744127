import { Alert, Button, Checkbox, Group, Radio, Select, Stack, Table, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { words } from '#words/knowledge.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { ImportDone } from './ImportDone.tsx'
import { Preview } from './Preview.tsx'
import { guessedTargets, type Known, readRows, type Sheet, type Target, targets } from './read-rows.ts'
import { useImport } from './useImport.ts'

const { csv: w } = words

export function MappedFile({ sheet, known }: { sheet: Sheet; known: Known }) {
  const [mapping, setMapping] = useState<Target[]>(() => guessedTargets(sheet.headers))
  const [existing, setExisting] = useState('update')
  const [leaveOut, setLeaveOut] = useState(false)
  // What was there when the file was opened: the import itself must not turn its rows into known ones.
  const [before] = useState(known)
  const read = useMemo(() => readRows(sheet, mapping, before), [sheet, mapping, before])
  const { rows, run, running, refusal, done, undo } = useImport(read)
  const wrong = rows.filter(({ faults }) => faults.length > 0)
  const good = rows.filter((row) => row.faults.length === 0 && !(row.known && existing === 'keep'))
  const twins = good.filter(({ twin }) => twin).length
  const made = good.filter((row) => !row.known).length
  if (done) return <ImportDone made={made} changed={good.length - made} undo={undo} />
  return (
    <Stack gap="lg">
      <Mapping sheet={sheet} mapping={mapping} onChange={setMapping} />
      <Radio.Group label={w.existing} value={existing} onChange={setExisting}>
        <Stack gap="xs" mt={4}>
          <Radio value="update" label={w.update} />
          <Radio value="keep" label={w.keep} />
        </Stack>
      </Radio.Group>
      <Preview rows={rows} sheet={sheet} mapping={mapping} keep={existing === 'keep'} />
      {twins > 0 && <Alert color="yellow" title={w.twins(twins)} />}
      {refusal && (
        <Alert color="red" role="alert" title={w.refused}>
          <Refusal error={refusal} />
        </Alert>
      )}
      <Group>
        <Text role="status">{w.summary(made, good.length - made, wrong.length)}</Text>
        {wrong.length > 0 && (
          <Checkbox
            label={w.leaveOut(wrong.length)}
            checked={leaveOut}
            onChange={(event) => setLeaveOut(event.currentTarget.checked)}
          />
        )}
        <Button
          onClick={() => run(good)}
          loading={running}
          disabled={good.length === 0 || (wrong.length > 0 && !leaveOut)}
        >
          {w.import(good.length)}
        </Button>
      </Group>
    </Stack>
  )
}

const choices = targets.map((target) => ({ value: target, label: w.targets[target] }))

type MappingGiven = { sheet: Sheet; mapping: Target[]; onChange: (mapping: Target[]) => void }

function Mapping({ sheet, mapping, onChange }: MappingGiven) {
  /** A field is filled by one column: the one that had it before is a detail then. */
  const choose = (at: number, target: Target) =>
    onChange(
      mapping.map((old, nth) => {
        if (nth === at) return target
        return old === target && target !== 'skip' && target !== 'metadata' ? 'metadata' : old
      }),
    )
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {w.mapping}
      </Title>
      <Text size="sm" className="quiet">
        {w.mappingText}
      </Text>
      <Table aria-label={w.mapping} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{w.column}</Table.Th>
            <Table.Th visibleFrom="sm">{w.example}</Table.Th>
            <Table.Th>{w.becomes}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheet.headers.map((header, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; headings may repeat
            <Table.Tr key={at}>
              <Table.Td fw={500}>{header}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm" className="quiet" lineClamp={1}>
                  {sheet.rows.find((row) => row[at]?.trim())?.[at]}
                </Text>
              </Table.Td>
              <Table.Td>
                <Select
                  aria-label={w.becomesOf(header)}
                  data={choices}
                  value={mapping[at]}
                  onChange={(target) => target && choose(at, target as Target)}
                  allowDeselect={false}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
