import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconDownload } from '@tabler/icons-react'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/people.ts'
import { strings as texts } from '#i18n/people-import.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { notify } from '../../../components/notify.tsx'
import { formatCsv, saveFile } from '../../../components/save-file.ts'

type RowError = Schema<'ImportError'>
const shownErrors = 100
const errorColumns: DataColumn<RowError>[] = [
  { id: 'row', label: texts.row, cell: ({ row }) => row },
  { id: 'line', label: texts.line, cell: ({ line }) => line },
  { id: 'field', label: texts.field, cell: ({ field }) => field && (strings.fields[field] ?? field) },
  { id: 'message', label: texts.message, cell: ({ message }) => message },
]

/** Rejected rows with their row numbers; all known errors can be downloaded. */
export function RowErrors({ errors, failed, name }: { errors: readonly RowError[]; failed: number; name: string }) {
  if (errors.length === 0) return null
  const firstErrors = errors.slice(0, shownErrors)
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
          onClick={() => saveReport(errors, `${name.replace(/\.\w+$/, '')}-errors.csv`).catch(notify.error)}
        >
          {texts.report}
        </Button>
      </Group>
      <DataTable
        label={texts.errors}
        columns={errorColumns}
        rows={firstErrors}
        rowId={({ row, field, message }) => `${row} ${field} ${message}`}
        maxHeight={320}
      />
      {errors.length > firstErrors.length && (
        <Text size="sm" className="quiet">
          {texts.errorsFirst(firstErrors.length, failed)}
        </Text>
      )}
    </Stack>
  )
}

async function saveReport(errors: readonly RowError[], name: string): Promise<void> {
  const rows = errors.map(({ row, line, field, message }) => [row, line, field, message])
  const text = await formatCsv([['row', 'line', 'field', 'message'], ...rows])
  saveFile(new Blob([text], { type: 'text/csv' }), name)
}

type ImportPace = { share: number; rowsPerSecond: number; secondsLeft: number | undefined }
type ImportCountsSoFar = { totalBytes: number; readBytes: number; rows: number; createdAt: string; updatedAt: string }

export function computeImportPace({
  totalBytes,
  readBytes,
  rows,
  createdAt,
  updatedAt,
}: ImportCountsSoFar): ImportPace {
  const seconds = Math.max(0, (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000)
  const share = totalBytes > 0 ? Math.min(1, readBytes / totalBytes) : 0
  const rowsPerSecond = seconds > 0 ? rows / seconds : 0
  return { share, rowsPerSecond, secondsLeft: share > 0 && seconds > 0 ? (seconds / share) * (1 - share) : undefined }
}

export function ImportProgressBar({ soFar }: { soFar: Schema<'PeopleImportProgress'> }) {
  const { share, rowsPerSecond, secondsLeft } = computeImportPace(soFar)
  return (
    <Stack gap={6}>
      <Progress value={share * 100} size="lg" animated aria-label={texts.progress} />
      <Group gap="md" role="status">
        <Text size="sm" fw={500}>
          {soFar.dryRun ? texts.checking : texts.running}
        </Text>
        <Text size="sm">{texts.rows(soFar.rows)}</Text>
        {rowsPerSecond > 0 && <Text size="sm">{texts.rate(rowsPerSecond)}</Text>}
        {secondsLeft !== undefined && <Text size="sm">{texts.left(secondsLeft)}</Text>}
      </Group>
    </Stack>
  )
}

const names = ['created', 'updated', 'skipped', 'failed'] as const

export function ImportCountsList({ counts }: { counts: Record<(typeof names)[number], number> }) {
  return (
    <Group gap="xl">
      {names.map((name) => (
        <Stack key={name} gap={0}>
          <Text size="xl" fw={600}>
            {counts[name].toLocaleString(language)}
          </Text>
          <Text size="sm" className="quiet">
            {texts.counts[name]}
          </Text>
        </Stack>
      ))}
    </Group>
  )
}
