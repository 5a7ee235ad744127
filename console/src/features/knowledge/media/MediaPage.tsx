import {
  Button,
  CloseButton,
  FileButton,
  Group,
  Paper,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { IconLink, IconPhoto, IconSearch, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { RowCount } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import { MediaCard } from './MediaCard.tsx'

import { mediaUses, type Upload, useMedia, useUpload } from './media-data.ts'

import '@mantine/dropzone/styles.layer.css'

const { media: uploadTexts } = strings
const mostBytes = 16 * 1024 * 1024
const types = 'image/png,image/jpeg,image/gif,image/webp,video/mp4,audio/mpeg,audio/ogg,application/pdf,text/vcard,.vcf'

function UploadButton({ upload }: { upload: Upload }) {
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

/** Upload progress; the whole page accepts dropped files. */
function UploadList({ upload }: { upload: Upload }) {
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

const { media: addByUrlTexts } = strings

function AddByUrl({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={addByUrlTexts.byUrl}>
      <UrlForm onClose={onClose} />
    </Dialog>
  )
}

function UrlForm({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm({ mode: 'controlled', initialValues: { url: '', name: '' } })
  const adding = useMutation({
    mutationFn: ({ url, name }: { url: string; name: string }) =>
      agent.api.post('/media', { body: { url, ...(name && { name }) } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('media') })
      notify.success(addByUrlTexts.added)
      onClose()
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <Stack>
        {adding.error && <RefusalSummary error={adding.error} />}
        <TextInput
          label={addByUrlTexts.url}
          description={addByUrlTexts.urlHelp}
          required
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label={addByUrlTexts.name} description={addByUrlTexts.nameHelp} {...form.getInputProps('name')} />
        <Button type="submit" loading={adding.isPending}>
          {addByUrlTexts.add}
        </Button>
      </Stack>
    </form>
  )
}

const from = '/orgs/$org/agents/$agent/knowledge/media'
const { media: texts } = strings

export function MediaPage() {
  const can = useCan('editor')
  const media = useMedia()
  const upload = useUpload()
  const [byUrl, setByUrl] = useState(false)
  const choose = can && <UploadButton upload={upload} />
  const actions = can && (
    <>
      <Button variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={() => setByUrl(true)}>
        {texts.byUrl}
      </Button>
      {choose}
    </>
  )
  return (
    <KnowledgeFrame actions={actions}>
      {can && <UploadList upload={upload} />}
      {media.error && <ErrorAlert error={media.error} retry={media.refetch} />}
      {!media.data && !media.error && <Loading />}
      {media.data?.length === 0 && (
        <EmptyState icon={IconPhoto} title={texts.emptyTitle} text={texts.emptyText} action={choose} />
      )}
      {media.data && media.data.length > 0 && <MediaLibrary />}
      <AddByUrl opened={byUrl} onClose={() => setByUrl(false)} />
    </KnowledgeFrame>
  )
}

function MediaLibrary() {
  const { q = '' } = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data = [] } = useMedia()
  const uses = useMediaUses()
  const found = data.filter(({ name, id }) => `${name} ${id}`.toLowerCase().includes(q.toLowerCase()))
  return (
    <Stack>
      <TextInput
        label={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={(event) =>
          void navigate({
            to: from,
            params: true,
            search: { q: event.currentTarget.value || undefined },
            replace: true,
          })
        }
        maw={280}
      />
      <SimpleGrid
        cols={{ base: 2, sm: 3, lg: 5 }}
        spacing="md"
        component="ul"
        aria-label={texts.label}
        style={{ listStyle: 'none', padding: 0, margin: 0 }}
      >
        {found.map((item) => (
          <MediaCard key={item.id} item={item} uses={uses?.get(item.id) ?? []} />
        ))}
      </SimpleGrid>
      <RowCount count={found.length} />
    </Stack>
  )
}

function useMediaUses() {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('export'),
    queryFn: async ({ signal }) => {
      const answer = await agent.api.raw('GET', '/export', { headers: { accept: 'application/json' }, signal })
      return (await answer.json()) as Record<string, unknown>
    },
  })
  return data && mediaUses(data)
}
