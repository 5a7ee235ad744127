import { Select, Stack, Text, Title } from '@mantine/core'
import { importColumns } from '@parley/definition/import-columns'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/people.ts'
import { strings as texts } from '#i18n/people-import.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { customPrefix } from '../people-search.ts'
import type { CsvPreview } from './csv-preview.ts'
import { type ImportMapping, isFieldKey } from './mapping.ts'

type Props = {
  head: CsvPreview
  fields: readonly Schema<'PeopleField'>[]
  mapping: ImportMapping
  clashes: ReadonlySet<string>
  onChange: (mapping: ImportMapping) => void
}
type CsvColumn = { header: string; at: number }
const leftOut = '-'
const looks = { size: 'sm', fw: 500 } as const

/** Each column with sample values and its target field. */
export function MappingTable({ head, fields, mapping, clashes, onChange }: Props) {
  const columns = head.headers.map((header, at) => ({ header, at })).filter(({ header }) => header !== '')
  const mappingColumns: DataColumn<CsvColumn>[] = [
    { id: 'column', label: texts.column, cell: ({ header }) => <Text {...looks}>{header}</Text> },
    { id: 'samples', label: texts.samples, wide: true, cell: ({ at }) => <Samples rows={head.rows} at={at} /> },
    {
      id: 'becomes',
      label: texts.becomes,
      cell: ({ header }) => (
        <Select
          aria-label={texts.becomesOf(header)}
          data={optionsOf(header, fields)}
          searchable
          allowDeselect={false}
          error={clashes.has(header) && texts.clash}
          value={mapping[header] ?? leftOut}
          onChange={(field) => onChange({ ...mapping, [header]: field === leftOut ? null : String(field) })}
        />
      ),
    },
  ]
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {texts.columns}
      </Title>
      <DataTable
        label={texts.columns}
        columns={mappingColumns}
        rows={columns}
        rowId={({ header }) => header}
        layout="fixed"
      />
      {columns.length < head.headers.length && (
        <Text size="sm" className="quiet">
          {texts.unnamed}
        </Text>
      )}
    </Stack>
  )
}

function Samples({ rows, at }: { rows: readonly string[][]; at: number }) {
  const some = [...new Set(rows.map((row) => row[at] ?? '').filter((cell) => cell !== ''))].slice(0, 3)
  return (
    <Text size="sm" className="quiet" lineClamp={2}>
      {some.join(' · ')}
    </Text>
  )
}

function optionsOf(header: string, fields: readonly Schema<'PeopleField'>[]) {
  const declared = fields.map(({ key, label }) => ({ value: customPrefix + key, label: label ?? key }))
  const key = header.startsWith(customPrefix) ? header.slice(customPrefix.length) : header
  const own = customPrefix + key
  const isNew = isFieldKey(key) && !declared.some(({ value }) => value === own)
  return [
    { value: leftOut, label: texts.leaveOut },
    {
      group: texts.groups.fields,
      items: importColumns.map((value) => ({ value, label: strings.fields[value] ?? value })),
    },
    {
      group: texts.groups.custom,
      items: [...declared, ...(isNew ? [{ value: own, label: texts.newField(key) }] : [])],
    },
  ]
}
