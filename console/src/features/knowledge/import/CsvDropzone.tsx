import { Alert, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconFileSpreadsheet } from '@tabler/icons-react'

const types = ['text/csv', 'text/plain', 'application/vnd.ms-excel', 'text/tab-separated-values']

type Props = {
  texts: { choose: string; drop: string; dropText: string }
  maxBytes: number
  /** Why the last file was refused. */
  problem: string | undefined
  onFile: (file: File) => void
  onReject: () => void
}

/** The place to drop or choose one CSV file. */
export function CsvDropzone({ texts, maxBytes, problem, onFile, onReject }: Props) {
  return (
    <Stack>
      <Dropzone
        onDrop={([file]) => file && onFile(file)}
        onReject={onReject}
        accept={types}
        maxSize={maxBytes}
        multiple={false}
        inputProps={{ 'aria-label': texts.choose }}
        aria-label={texts.choose}
      >
        <Stack align="center" gap="xs" py="xl">
          <IconFileSpreadsheet size={40} stroke={1.3} aria-hidden />
          <Text fw={600}>{texts.drop}</Text>
          <Text size="sm" className="quiet" ta="center">
            {texts.dropText}
          </Text>
        </Stack>
      </Dropzone>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}
