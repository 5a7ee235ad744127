import { Button, Group, ScrollArea, Stack, Table, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconDownload } from '@tabler/icons-react'
import Papa from 'papaparse'
import { strings } from '#i18n/people.ts'
import { strings as texts } from '#i18n/people-import.ts'
import { saveFile } from '../../../components/save-file.ts'

type RowError = Schema<'ImportError'>
const shownErrors = 100

/** Rejected rows with their row numbers; all known errors can be downloaded. */
export function RowErrors({ errors, failed, name }: { errors: readonly RowError[]; failed: number; name: string }) {
  if (errors.length === 0) return null
  const shown = errors.slice(0, shownErrors)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {texts.errors}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile(reportOf(errors), `${name.replace(/\.\w+$/, '')}-errors.csv`)}
        >
          {texts.report}
        </Button>
      </Group>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': texts.errors }}>
        <Table aria-label={texts.errors}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.row}</Table.Th>
              <Table.Th>{texts.line}</Table.Th>
              <Table.Th>{texts.field}</Table.Th>
              <Table.Th>{texts.message}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ row, line, field, message }) => (
              <Table.Tr key={`${row} ${field} ${message}`}>
                <Table.Td>{row}</Table.Td>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{field && (strings.fields[field] ?? field)}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {errors.length > shown.length && (
        <Text size="sm" className="quiet">
          {texts.errorsFirst(shown.length, failed)}
        </Text>
      )}
    </Stack>
  )
}

function reportOf(errors: readonly RowError[]): Blob {
  const rows = errors.map(({ row, line, field, message }) => ({ row, line: line ?? '', field: field ?? '', message }))
  return new Blob([Papa.unparse(rows, { escapeFormulae: true })], { type: 'text/csv' })
}
