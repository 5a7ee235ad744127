import { Box, List, Stack, Text, Title } from '@mantine/core'
import { strings } from '#i18n/knowledge-import.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import type { ColumnTarget, ImportedRow, RowFault, Sheet } from './read-rows.ts'

const { csv: texts } = strings
const maxShownRows = 20

type Props = { rows: ImportedRow[]; sheet: Sheet; mapping: ColumnTarget[]; keep: boolean }

/** The first rows as Things, plus any other rows with problems. */
export function ThingImportPreview({ rows, sheet, mapping, keep }: Props) {
  const columns: DataColumn<ImportedRow>[] = [
    { id: 'line', label: texts.line, cell: ({ line }) => line },
    {
      id: 'result',
      label: texts.result,
      cell: (row) => (
        <Box miw={120}>
          <RowOutcome row={row} keep={keep} />
        </Box>
      ),
    },
    ...sheet.headers
      .map((header, at) => ({
        id: `column ${at}`,
        label: header,
        cell: (row: ImportedRow) => <CellText row={row} at={at} />,
      }))
      .filter((_, at) => mapping[at] !== 'skip'),
  ]
  const first = rows.slice(0, maxShownRows)
  const later = rows.slice(maxShownRows).filter(({ faults }) => faults.length > 0)
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.preview}
      </Title>
      <Text size="sm" className="quiet">
        {texts.previewText(first.length, rows.length)}
      </Text>
      <DataTable label={texts.preview} columns={columns} rows={first} rowId={({ line }) => String(line)} />
      {later.length > 0 && <RemainingRows rows={later} />}
    </Stack>
  )
}

function CellText({ row, at }: { row: ImportedRow; at: number }) {
  return (
    <Text size="sm" lineClamp={2} miw={80}>
      {row.cells[at]}
    </Text>
  )
}

function RemainingRows({ rows }: { rows: ImportedRow[] }) {
  return (
    <List size="sm" aria-label={texts.problems}>
      {rows.slice(0, maxShownRows).map((row) => (
        <List.Item key={row.line}>
          {texts.line} {row.line}: {row.faults.map(formatFault).join('; ')}
        </List.Item>
      ))}
      {rows.length > maxShownRows && <List.Item>{texts.more(rows.length - maxShownRows)}</List.Item>}
    </List>
  )
}

function RowOutcome({ row, keep }: { row: ImportedRow; keep: boolean }) {
  if (row.faults.length === 0) {
    if (row.sameName) return <StatusBadge status="warning" label={texts.twin} />
    if (!row.known) return <StatusBadge status="ready" label={texts.new} />
    return keep ? (
      <StatusBadge status="kept" label={texts.unchanged} />
    ) : (
      <StatusBadge status="running" label={texts.changed} />
    )
  }
  return (
    <Stack gap={2}>
      <StatusBadge status="failed" label={texts.wrong} />
      {row.faults.map((fault) => (
        <Text key={`${fault.column} ${fault.kind}`} size="sm">
          {formatFault(fault)}
        </Text>
      ))}
    </Stack>
  )
}

function formatFault(fault: RowFault): string {
  const { faults } = texts
  if (fault.kind === 'unknownCollection') return faults.unknownCollection(fault.name)
  if (fault.kind === 'refused') return `${fault.column} ${fault.message}`
  if (fault.kind === 'tooLong') return `${fault.column} ${faults.tooLong(fault.most)}`
  return `${fault.column} ${faults[fault.kind]}`
}
