import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings as texts } from '#i18n/people-import.ts'
import { notify } from '../../../components/notify.tsx'
import { useLoadedPeopleFields } from '../people-fields.ts'
import { readCsvPreview } from './csv-preview.ts'
import { MappingStep } from './MappingStep.tsx'

const mostBytes = 2048 * 2 ** 20

/** A file, what its columns become, a dry run, and then for good. */
export function NewPeopleImport() {
  const [file, setFile] = useState<File>()
  if (!file) return <FileDrop onFile={setFile} />
  return <ChosenFile key={`${file.name} ${file.lastModified}`} file={file} onOther={() => setFile(undefined)} />
}

function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  return (
    <Dropzone
      onDrop={([file]) => file && onFile(file)}
      onReject={() => notify.error(new Error(texts.refused))}
      accept={{ 'text/csv': ['.csv', '.tsv', '.txt'] }}
      maxSize={mostBytes}
      multiple={false}
      inputProps={{ 'aria-label': texts.dropZone }}
      p="xl"
    >
      <Stack align="center" gap="xs" style={{ pointerEvents: 'none' }}>
        <IconUpload size={36} stroke={1.3} aria-hidden />
        <Text fw={500}>{texts.drop}</Text>
        <Text size="sm" className="quiet">
          {texts.dropHint}
        </Text>
      </Stack>
    </Dropzone>
  )
}

function ChosenFile({ file, onOther }: { file: File; onOther: () => void }) {
  const fields = useLoadedPeopleFields()
  const head = useQuery({
    queryKey: ['csv-head', file.name, file.size, file.lastModified],
    queryFn: () => readCsvPreview(file),
    gcTime: 0,
  })
  const named = head.data?.headers.some((header) => header !== '')
  return (
    <Paper withBorder p="md">
      <Stack>
        <Group justify="space-between">
          <Group gap="xs">
            <IconFileSpreadsheet size={20} aria-hidden />
            <Title order={2} size="h4">
              {texts.file(file.name, sizeOf(file.size))}
            </Title>
          </Group>
          <Button variant="default" size="xs" onClick={onOther}>
            {texts.other}
          </Button>
        </Group>
        {head.data && !named && <Alert color="red" role="alert" title={texts.noHeader} />}
        {head.data && named && fields && <MappingStep file={file} head={head.data} fields={fields} />}
      </Stack>
    </Paper>
  )
}

function sizeOf(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const at = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${(bytes / 1024 ** at).toLocaleString('en', { maximumFractionDigits: 1 })} ${units[at]}`
}
