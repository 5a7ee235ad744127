import { Button, FileButton, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFile, IconPhoto, IconUpload } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useMedia, useUpload } from '../../knowledge/media/media-data.ts'
import { DialogButtons } from '../conversation/MoveActions.tsx'
import styles from '../desk.module.css'
import { toCardAml, toChipsAml, toMediaAml } from './aml-parts.ts'

type Props = { onInsert: (aml: string) => void; close: () => void }

export function ChipsDialog({ onInsert, close }: Props) {
  const { chipsDialog } = strings
  const [labels, setLabels] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onInsert(toChipsAml(labels))
  }
  return (
    <Dialog onClose={close} title={chipsDialog.title}>
      <form onSubmit={submit}>
        <Stack>
          <Textarea
            label={chipsDialog.labels}
            description={chipsDialog.hint}
            autosize
            minRows={3}
            maxLength={1000}
            data-autofocus
            value={labels}
            onChange={(event) => setLabels(event.currentTarget.value)}
          />
          <DialogButtons close={close} action={chipsDialog.insert} loading={false} disabled={labels.trim() === ''} />
        </Stack>
      </form>
    </Dialog>
  )
}

export function CardDialog({ onInsert, close }: Props) {
  const { cardDialog } = strings
  const form = useForm({ initialValues: { title: '', description: '', image: '', chips: '' } })
  return (
    <Dialog onClose={close} title={cardDialog.title}>
      <form onSubmit={form.onSubmit((fields) => onInsert(toCardAml(fields)))}>
        <Stack>
          <TextInput
            label={cardDialog.cardTitle}
            required
            maxLength={200}
            data-autofocus
            {...form.getInputProps('title')}
          />
          <Textarea
            label={cardDialog.description}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
          <TextInput label={cardDialog.image} type="url" maxLength={2000} {...form.getInputProps('image')} />
          <Textarea
            label={cardDialog.chips}
            description={cardDialog.chipsHint}
            autosize
            minRows={2}
            maxLength={1000}
            {...form.getInputProps('chips')}
          />
          <DialogButtons close={close} action={cardDialog.insert} loading={false} />
        </Stack>
      </form>
    </Dialog>
  )
}

const fileTypes = 'image/png,image/jpeg,image/gif,image/webp,video/mp4,audio/mpeg,audio/ogg,application/pdf'

/** The agent's media, newest first; an upload is added to them. */
export function PictureDialog({ onInsert, close }: Props) {
  const { pictureDialog } = strings
  const { data: items, error, refetch } = useMedia()
  const upload = useUpload()
  const [caption, setCaption] = useState('')
  const failed = upload.files.find(({ state }) => state === 'failed')
  return (
    <Dialog onClose={close} dirty={false} title={pictureDialog.title} size="lg">
      <Stack>
        <Group justify="space-between" align="flex-end">
          <TextInput
            flex={1}
            label={pictureDialog.caption}
            maxLength={500}
            value={caption}
            onChange={(event) => setCaption(event.currentTarget.value)}
          />
          <FileButton onChange={(file) => file && upload.add([file])} accept={fileTypes}>
            {(props) => (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                loading={upload.files.some(({ state }) => state === 'going')}
                {...props}
              >
                {pictureDialog.upload}
              </Button>
            )}
          </FileButton>
        </Group>
        {failed && <ErrorAlert error={new Error(failed.error)} />}
        {error && <ErrorAlert error={error} retry={refetch} />}
        {!items && !error && <Loading />}
        {items?.length === 0 && (
          <EmptyState icon={IconPhoto} title={pictureDialog.none} text={pictureDialog.noneText} />
        )}
        {items && items.length > 0 && (
          <>
            <Text size="sm">{pictureDialog.text}</Text>
            <SimpleGrid cols={{ base: 2, sm: 4 }} mah={360} style={{ overflowY: 'auto' }}>
              {items.map(({ id, name, url, contentType }) => (
                <button
                  key={id}
                  type="button"
                  className={styles.medium}
                  aria-label={pictureDialog.choose(name)}
                  onClick={() => onInsert(toMediaAml({ url, name, caption }))}
                >
                  {contentType.startsWith('image/') ? <img src={url} alt="" /> : <IconFile size={48} aria-hidden />}
                  <span className={styles.name}>{name}</span>
                </button>
              ))}
            </SimpleGrid>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
