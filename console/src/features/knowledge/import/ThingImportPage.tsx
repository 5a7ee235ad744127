import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { strings as common } from '#i18n/app.ts'
import { strings } from '#i18n/knowledge.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { useSection } from '../sections/useSection.ts'
import { CsvDrop } from './CsvDrop.tsx'
import type { Sheet } from './read-rows.ts'
import { ThingColumnMapping } from './ThingColumnMapping.tsx'

const { csv: texts } = strings

/** Things from a spreadsheet: drop it, say which column is what, look at it, save it. */
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
