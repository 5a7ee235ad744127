import { ActionIcon, Anchor, Card, Center, Group, List, Stack, Text, Tooltip } from '@mantine/core'
import { Conflict } from '@parley/sdk'
import { IconFile, IconMovie, IconMusic, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { CopyIcon } from '../../../components/CopyField.tsx'
import { askConfirmation } from '../../../components/confirm.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { safeLinkUrl } from '../../../components/handset/safe-urls.ts'
import { notify } from '../../../components/notify.tsx'
import { Picture } from '../Picture.tsx'

import type { MediaItem, MediaUse } from './media-data.ts'

const { media: texts } = strings

export function MediaCard({ item, uses }: { item: MediaItem; uses: MediaUse[] }) {
  const can = useCan('editor')
  const { name, bytes, width, height, id, url } = item
  const size = [width && height && texts.size(width, height), texts.bytes(bytes)].filter(Boolean).join(' · ')
  return (
    <Card withBorder padding="xs" component="li">
      <Anchor href={safeLinkUrl(url)} target="_blank" rel="noreferrer" aria-label={texts.open(name)}>
        <MediaThumbnail item={item} />
      </Anchor>
      <Stack gap={2} mt="xs">
        <Text size="sm" fw={600} lineClamp={1} title={name}>
          {name}
        </Text>
        <Text size="xs" className="quiet">
          {size}
        </Text>
        <Group justify="space-between" wrap="nowrap" gap={4}>
          <MediaUseList uses={uses} />
          <Group gap={2} wrap="nowrap">
            <CopyIcon value={`image:${id}`} />
            {can && <DeleteIcon item={item} uses={uses} />}
          </Group>
        </Group>
      </Stack>
    </Card>
  )
}

function MediaThumbnail({ item: { contentType, url } }: { item: MediaItem }) {
  if (contentType.startsWith('image/')) return <Picture url={url} alt="" size="100%" height={120} />
  const Icon = contentType.startsWith('video/') ? IconMovie : contentType.startsWith('audio/') ? IconMusic : IconFile
  return (
    <Center h={120} bg="var(--mantine-color-default-hover)" style={{ borderRadius: 6 }}>
      <Icon size={36} stroke={1.3} aria-hidden color="var(--quiet)" />
    </Center>
  )
}

function MediaUseList({ uses }: { uses: MediaUse[] }) {
  const caption = (
    <Text size="xs" className="quiet" tabIndex={uses.length > 0 ? 0 : undefined}>
      {texts.usedBy(uses.length)}
    </Text>
  )
  if (uses.length === 0) return caption
  return <Tooltip label={uses.map(useText).join(', ')}>{caption}</Tooltip>
}

const useText = ({ section, name }: MediaUse) => texts.use(texts.sections[section] ?? texts.elsewhere, name)

/** If the server refuses the deletion, lists what still uses the item. */
function DeleteIcon({ item: { id, name }, uses }: { item: MediaItem; uses: MediaUse[] }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [inUse, setInUse] = useState<string[]>()
  const removing = useMutation({
    mutationFn: () => agent.api.delete('/media/{mediaId}', { path: { mediaId: id } }),
    onSuccess: () => {
      notify.success(texts.deleted(name))
      return queries.invalidateQueries({ queryKey: agent.key('media') })
    },
    onError: (error) => {
      const errors = error instanceof Conflict ? (error.body.errors ?? []) : []
      if (errors.length === 0) notify.error(error)
      else setInUse(uses.length > 0 ? uses.map(useText) : errors.map(({ field, message }) => `${field} ${message}`))
    },
  })
  const ask = async () => {
    const { deleteText: text, delete: ok } = texts
    if (await askConfirmation({ title: texts.deleteTitle(name), text, ok, danger: true })) removing.mutate()
  }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={texts.deleteOf(name)}
        onClick={ask}
        loading={removing.isPending}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <Dialog opened={inUse !== undefined} onClose={() => setInUse(undefined)} title={texts.inUseTitle(name)}>
        <Text>{texts.inUseText}</Text>
        <List size="sm" mt="xs">
          {inUse?.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </Dialog>
    </>
  )
}
