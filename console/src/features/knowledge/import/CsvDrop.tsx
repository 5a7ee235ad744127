import { Alert, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import Papa from 'papaparse'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import type { Sheet } from './read-rows.ts'

const { csv: csvDropTexts } = strings
const mostBytes = 5 * 1024 * 1024
const types = ['text/csv', 'text/plain', 'application/vnd.ms-excel', 'text/tab-separated-values']

export function CsvDrop({ onRead }: { onRead: (file: { name: string; sheet: Sheet }) => void }) {
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

/** The rows of a text with commas, semicolons or tabs; or why there are none. */
function readSheet(text: string): Sheet | string {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) return csvDropTexts.unreadable(broken.message)
  const [headers, ...rows] = data
  return headers && rows.length > 0 ? { headers, rows } : csvDropTexts.none
}
