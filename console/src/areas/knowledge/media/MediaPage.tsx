import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconLink, IconPhoto, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/knowledge.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { Counted } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import { AddByUrl } from './AddByUrl.tsx'
import { MediaCard } from './MediaCard.tsx'
import { mediaUses } from './media-uses.ts'
import { UploadButton, UploadList } from './Upload.tsx'
import { useMedia } from './useMedia.ts'
import { useUpload } from './useUpload.ts'

const from = '/orgs/$org/agents/$agent/knowledge/media'
const { media: w } = words

export function MediaPage() {
  const can = useCan('editor')
  const media = useMedia()
  const upload = useUpload()
  const [byUrl, setByUrl] = useState(false)
  const choose = can && <UploadButton upload={upload} />
  const actions = can && (
    <>
      <Button variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={() => setByUrl(true)}>
        {w.byUrl}
      </Button>
      {choose}
    </>
  )
  return (
    <KnowledgeFrame actions={actions}>
      {can && <UploadList upload={upload} />}
      {media.error && <Trouble error={media.error} retry={media.refetch} />}
      {!media.data && !media.error && <Loading />}
      {media.data?.length === 0 && (
        <EmptyState icon={IconPhoto} title={w.emptyTitle} text={w.emptyText} action={choose} />
      )}
      {media.data && media.data.length > 0 && <Library />}
      <AddByUrl opened={byUrl} onClose={() => setByUrl(false)} />
    </KnowledgeFrame>
  )
}

function Library() {
  const { q = '' } = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data = [] } = useMedia()
  const uses = useUses()
  const found = data.filter(({ name, id }) => `${name} ${id}`.toLowerCase().includes(q.toLowerCase()))
  return (
    <Stack>
      <TextInput
        label={w.search}
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
        aria-label={w.label}
        style={{ listStyle: 'none', padding: 0, margin: 0 }}
      >
        {found.map((item) => (
          <MediaCard key={item.id} item={item} uses={uses?.get(item.id) ?? []} />
        ))}
      </SimpleGrid>
      <Counted count={found.length} />
    </Stack>
  )
}

/** Where each item is shown, by the document of the agent. */
function useUses() {
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
