import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { strings as common } from '#i18n/app.ts'
import { strings } from '#i18n/knowledge.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useSection } from '../sections/useSection.ts'
import type { Sheet } from './read-rows.ts'
import { ThingColumnMapping } from './ThingColumnMapping.tsx'
import '@mantine/dropzone/styles.layer.css'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import Papa from 'papaparse'

const { csv: csvDropTexts } = strings
const mostBytes = 5 * 1024 * 1024
const types = ['text/csv', 'text/plain', 'application/vnd.ms-excel', 'text/tab-separated-values']

function CsvDrop({ onRead }: { onRead: (file: { name: string; sheet: Sheet }) => void }) {
  const [trouble, setTrouble] = useState<string>()
  const read = async ([file]: File[]) => {
    if (!file) return
    const sheet = readSheet(await file.text())
    if (typeof sheet === 'string') setTrouble(sheet)
    else onRead({ name: file.name, sheet })
  }
  return (
    <Stack>
      <Dropzone
        onDrop={(files) => void read(files)}
        onReject={() => setTrouble(csvDropTexts.rejected)}
        accept={types}
        maxSize={mostBytes}
        multiple={false}
        inputProps={{ 'aria-label': csvDropTexts.choose }}
        aria-label={csvDropTexts.choose}
      >
        <Stack align="center" gap="xs" py="xl">
          <IconFileSpreadsheet size={40} stroke={1.3} aria-hidden />
          <Text fw={600}>{csvDropTexts.drop}</Text>
          <Text size="sm" className="quiet">
            {csvDropTexts.dropText}
          </Text>
        </Stack>
      </Dropzone>
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
    </Stack>
  )
}

/** Parses text separated by commas, semicolons or tabs; returns an error message if that fails. */
function readSheet(text: string): Sheet | string {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) return csvDropTexts.unreadable(broken.message)
  const [headers, ...rows] = data
  return headers && rows.length > 0 ? { headers, rows } : csvDropTexts.none
}

const { csv: texts } = strings

/** Imports Things from a spreadsheet: upload, map columns, preview, save. */
export function ThingImportPage() {
  const can = useCan('editor')
  return (
    <PageLayout title={texts.title} lead={texts.lead} actions={<BackLink />}>
      {can ? <ThingImport /> : <Text>{common.save.readOnly}</Text>}
    </PageLayout>
  )
}

function BackLink() {
  const params = useRouteIds()
  return (
    <Anchor renderRoot={(root) => <Link to="/orgs/$org/agents/$agent/knowledge" params={params} {...root} />}>
      {texts.back}
    </Anchor>
  )
}

function ThingImport() {
  const [file, setFile] = useState<{ name: string; sheet: Sheet }>()
  const things = useSection('things')
  const collections = useSection('collections')
  const error = things.error ?? collections.error
  if (error) return <ErrorAlert error={error} retry={things.error ? things.refetch : collections.refetch} />
  if (!things.items || !collections.items) return <Loading />
  if (!file) return <CsvDrop onRead={setFile} />
  return (
    <Stack>
      <Group>
        <Text fw={600}>{texts.file(file.name, file.sheet.rows.length)}</Text>
        <Button size="xs" variant="default" onClick={() => setFile(undefined)}>
          {texts.another}
        </Button>
      </Group>
      <ThingColumnMapping
        key={file.name}
        sheet={file.sheet}
        known={{ things: things.items, collections: collections.items }}
      />
    </Stack>
  )
}
