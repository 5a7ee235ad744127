import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { words } from '#words/agent.ts'
import { useAgent, useCan, useOrg } from '../../../app/org.ts'
import { CopyIcon } from '../../../parts/CopyField.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { PartHead } from '../../../parts/section/PartFrame.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { download } from './download.ts'

const DocumentText = lazy(() => import('./DocumentText.tsx'))
const ImportPanel = lazy(() => import('./ImportPanel.tsx'))
const { document: said } = words

type Format = 'yaml' | 'json'
const types = { yaml: 'application/yaml', json: 'application/json' }

export function DocumentPart() {
  const importing = useSearch({ strict: false }).do === 'import'
  const canImport = useCan('editor')
  if (!importing || !canImport) return <Export canImport={canImport} />
  return (
    <Suspense fallback={<Loading />}>
      <ImportPanel />
    </Suspense>
  )
}

/** The whole agent as one text, to look at and to take along. */
function Export({ canImport }: { canImport: boolean }) {
  const org = useOrg()
  const agent = useAgent()
  const [format, setFormat] = useState<Format>('yaml')
  const read = useQuery({
    queryKey: agent.key('export', 'text', format),
    queryFn: async ({ signal }) => (await agent.api.raw('GET', '/export', { query: { format }, signal })).text(),
  })
  const text = read.data
  return (
    <Stack>
      <PartHead
        title={words.parts.document}
        lead={said.lead}
        actions={
          canImport && (
            <ButtonLink
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              to="/orgs/$org/agents/$agent/edit/document"
              params={{ org: org.id, agent: agent.id }}
              search={{ do: 'import' }}
            >
              {said.import}
            </ButtonLink>
          )
        }
      />
      <Group justify="space-between">
        <SegmentedControl
          aria-label={said.format}
          value={format}
          onChange={(chosen) => setFormat(chosen as Format)}
          data={[
            { value: 'yaml', label: said.formats.yaml },
            { value: 'json', label: said.formats.json },
          ]}
        />
        {text !== undefined && (
          <Group gap="xs">
            <CopyIcon value={text} />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => download(`${agent.id}.${format}`, text, types[format])}
            >
              {said.download}
            </Button>
          </Group>
        )}
      </Group>
      {read.error && <Trouble error={read.error} retry={read.refetch} />}
      {text === undefined && !read.error && <Loading />}
      {text !== undefined && (
        <Suspense fallback={<Skeleton h={320} />}>
          <DocumentText key={format} label={said.text(said.formats[format])} value={text} readOnly format={format} />
        </Suspense>
      )}
    </Stack>
  )
}
