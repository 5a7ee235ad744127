import { Button, CloseButton, FileButton, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconUpload } from '@tabler/icons-react'
import { strings } from '#i18n/knowledge.ts'
import { notify } from '../../../components/notify.tsx'
import type { Upload } from './useUpload.ts'

const { media: uploadTexts } = strings
const mostBytes = 16 * 1024 * 1024
const types = 'image/png,image/jpeg,image/gif,image/webp,video/mp4,audio/mpeg,audio/ogg,application/pdf,text/vcard,.vcf'

export function UploadButton({ upload }: { upload: Upload }) {
  return (
    <FileButton
      onChange={(files) => upload.add(files)}
      multiple
      accept={types}
      inputProps={{ 'aria-label': uploadTexts.upload }}
    >
      {(props) => (
        <Button leftSection={<IconUpload size={16} aria-hidden />} {...props}>
          {uploadTexts.upload}
        </Button>
      )}
    </FileButton>
  )
}

/** How far the files are; and the whole page takes in what is dropped on it. */
export function UploadList({ upload }: { upload: Upload }) {
  return (
    <>
      <Dropzone.FullScreen
        onDrop={upload.add}
        onReject={(files) => {
          for (const { file } of files) notify.error(new Error(uploadTexts.rejected(file.name)))
        }}
        maxSize={mostBytes}
        inputProps={{ 'aria-label': uploadTexts.drop }}
      >
        <Stack align="center" justify="center" h="80vh">
          <IconUpload size={48} aria-hidden />
          <Text fw={600}>{uploadTexts.drop}</Text>
          <Text>{uploadTexts.dropText}</Text>
        </Stack>
      </Dropzone.FullScreen>
      {upload.files.length > 0 && <UploadedFiles upload={upload} />}
    </>
  )
}

function UploadedFiles({ upload: { files, clear } }: { upload: Upload }) {
  const done = files.filter(({ state }) => state === 'done').length
  const failed = files.filter(({ state }) => state === 'failed')
  const going = files.find(({ state }) => state === 'going')
  const percent = ((done + failed.length) / files.length) * 100
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between" role="status">
          <Text size="sm" fw={600}>
            {uploadTexts.uploading(done, files.length)}
          </Text>
          {!going && <CloseButton aria-label={uploadTexts.closeList} onClick={clear} />}
        </Group>
        <Progress
          value={going ? Math.max(percent, 8) : percent}
          animated={going !== undefined}
          aria-label={uploadTexts.uploading(done, files.length)}
        />
        {going && (
          <Text size="sm" className="quiet">
            {uploadTexts.uploadingFile(going.name)}
          </Text>
        )}
        {failed.map(({ key, name, error = '' }) => (
          <Text key={key} size="sm" role="alert">
            {uploadTexts.failedFile(name, error)}
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}
