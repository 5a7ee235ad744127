import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { strings } from '#i18n/agent.ts'
import { useAgent, useCan, useOrg } from '../../../app/current-org.ts'
import { CopyIcon } from '../../../components/CopyField.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'

const DocumentText = lazy(() => import('./DocumentViewer.tsx'))
const ImportPanel = lazy(() => import('./ImportPanel.tsx'))
const { document: texts } = strings

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

/** Shows the whole agent as one text, to view and to download. */
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
      <SectionHead
        title={strings.parts.document}
        lead={texts.lead}
        actions={
          canImport && (
            <ButtonLink
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              to="/orgs/$org/agents/$agent/edit/document"
              params={{ org: org.id, agent: agent.id }}
              search={{ do: 'import' }}
            >
              {texts.import}
            </ButtonLink>
          )
        }
      />
      <Group justify="space-between">
        <SegmentedControl
          aria-label={texts.format}
          value={format}
          onChange={(chosen) => setFormat(chosen as Format)}
          data={[
            { value: 'yaml', label: texts.formats.yaml },
            { value: 'json', label: texts.formats.json },
          ]}
        />
        {text !== undefined && (
          <Group gap="xs">
            <CopyIcon value={text} />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => downloadText(`${agent.id}.${format}`, text, types[format])}
            >
              {texts.download}
            </Button>
          </Group>
        )}
      </Group>
      {read.error && <ErrorAlert error={read.error} retry={read.refetch} />}
      {text === undefined && !read.error && <Loading />}
      {text !== undefined && (
        <Suspense fallback={<Skeleton h={320} />}>
          <DocumentText key={format} label={texts.text(texts.formats[format])} value={text} readOnly format={format} />
        </Suspense>
      )}
    </Stack>
  )
}

function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
