import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconLink, IconPhoto, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { RowCount } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import { AddByUrl } from './AddByUrl.tsx'
import { MediaCard } from './MediaCard.tsx'
import { mediaUses } from './media-uses.ts'
import { UploadButton, UploadList } from './Upload.tsx'
import { useMedia } from './useMedia.ts'
import { useUpload } from './useUpload.ts'

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

/** Where each item is shown, by the document of the agent. */
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
