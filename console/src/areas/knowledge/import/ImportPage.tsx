import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { words as common } from '#words/app.ts'
import { words } from '#words/knowledge.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { useSection } from '../sections/useSection.ts'
import { CsvDrop } from './CsvDrop.tsx'
import { MappedFile } from './MappedFile.tsx'
import type { Sheet } from './read-rows.ts'

const { csv: w } = words

/** Things from a spreadsheet: drop it, say which column is what, look at it, save it. */
export function ImportPage() {
  const can = useCan('editor')
  return (
    <Page title={w.title} lead={w.lead} actions={<Back />}>
      {can ? <Import /> : <Text>{common.save.readOnly}</Text>}
    </Page>
  )
}

function Back() {
  const params = usePlace()
  return (
    <Anchor renderRoot={(root) => <Link to="/orgs/$org/agents/$agent/knowledge" params={params} {...root} />}>
      {w.back}
    </Anchor>
  )
}

function Import() {
  const [file, setFile] = useState<{ name: string; sheet: Sheet }>()
  const things = useSection('things')
  const collections = useSection('collections')
  const error = things.error ?? collections.error
  if (error) return <Trouble error={error} retry={things.error ? things.refetch : collections.refetch} />
  if (!things.items || !collections.items) return <Loading />
  if (!file) return <CsvDrop onRead={setFile} />
  return (
    <Stack>
      <Group>
        <Text fw={600}>{w.file(file.name, file.sheet.rows.length)}</Text>
        <Button size="xs" variant="default" onClick={() => setFile(undefined)}>
          {w.another}
        </Button>
      </Group>
      <MappedFile key={file.name} sheet={file.sheet} known={{ things: things.items, collections: collections.items }} />
    </Stack>
  )
}
