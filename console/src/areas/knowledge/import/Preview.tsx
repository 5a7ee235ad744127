import { List, Stack, Table, Text, Title } from '@mantine/core'
import { words } from '#words/knowledge.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import type { ReadRow, RowFault, Sheet, Target } from './read-rows.ts'

const { csv: w } = words
const mostShown = 20

type Given = { rows: ReadRow[]; sheet: Sheet; mapping: Target[]; keep: boolean }

/** The first rows as they would become Things, and of the others those that have problems. */
export function Preview({ rows, sheet, mapping, keep }: Given) {
  const columns = sheet.headers.map((header, at) => ({ header, at })).filter(({ at }) => mapping[at] !== 'skip')
  const first = rows.slice(0, mostShown)
  const later = rows.slice(mostShown).filter(({ faults }) => faults.length > 0)
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {w.preview}
      </Title>
      <Text size="sm" className="quiet">
        {w.previewText(first.length, rows.length)}
      </Text>
      <Table.ScrollContainer minWidth={0} tabIndex={0} role="region" aria-label={w.preview}>
        <Table aria-label={w.preview}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th style={{ whiteSpace: 'nowrap' }}>{w.line}</Table.Th>
              <Table.Th>{w.what}</Table.Th>
              {columns.map(({ header, at }) => (
                <Table.Th key={at}>{header}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {first.map((row) => (
              <Table.Tr key={row.line}>
                <Table.Td>{row.line}</Table.Td>
                <Table.Td miw={140}>
                  <Outcome row={row} keep={keep} />
                </Table.Td>
                {columns.map(({ at }) => (
                  <Table.Td key={at}>
                    <Text size="sm" lineClamp={2} miw={80}>
                      {row.cells[at]}
                    </Text>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {later.length > 0 && <Later rows={later} />}
    </Stack>
  )
}

function Later({ rows }: { rows: ReadRow[] }) {
  return (
    <List size="sm" aria-label={w.problems}>
      {rows.slice(0, mostShown).map((row) => (
        <List.Item key={row.line}>
          {w.line} {row.line}: {row.faults.map(toldOfFault).join('; ')}
        </List.Item>
      ))}
      {rows.length > mostShown && <List.Item>{w.more(rows.length - mostShown)}</List.Item>}
    </List>
  )
}

function Outcome({ row, keep }: { row: ReadRow; keep: boolean }) {
  if (row.faults.length === 0) {
    if (row.twin) return <StatusBadge status="warning" label={w.twin} />
    if (!row.known) return <StatusBadge status="ready" label={w.new} />
    return keep ? <StatusBadge status="kept" label={w.kept} /> : <StatusBadge status="running" label={w.changed} />
  }
  return (
    <Stack gap={2}>
      <StatusBadge status="failed" label={w.wrong} />
      {row.faults.map((fault) => (
        <Text key={`${fault.column} ${fault.kind}`} size="sm">
          {toldOfFault(fault)}
        </Text>
      ))}
    </Stack>
  )
}

function toldOfFault(fault: RowFault): string {
  const { faults } = w
  if (fault.kind === 'unknownCollection') return faults.unknownCollection(fault.name)
  if (fault.kind === 'refused') return `${fault.column} ${fault.message}`
  if (fault.kind === 'tooLong') return `${fault.column} ${faults.tooLong(fault.most)}`
  return `${fault.column} ${faults[fault.kind]}`
}
