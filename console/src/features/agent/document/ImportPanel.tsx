import { Alert, Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { parseYaml } from '@parley/definition'
import { Conflict } from '@parley/sdk'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { strings } from '#i18n/agent.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { useUnsavedGuard } from '../../../components/editor/useUnsavedGuard.tsx'
import { type Finding, FindingItem } from '../../../components/Findings.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { useInvalidateAgent } from '../../../components/section/useAgentSection.ts'
import { formatFinding, formatFindingPath } from '../lint/finding-location.ts'
import DocumentViewer from './DocumentViewer.tsx'
import { type DocumentPreview, PreviewDiff, previewImport } from './PreviewDiff.tsx'

const { document: texts } = strings

type CheckedDocument = { value: unknown; etag: string; preview: DocumentPreview; findings: Finding[] }

/** Previews a document before it is imported: what it changes, and the lint findings of the resulting agent. */
export default function ImportPanel() {
  const org = useOrg()
  const agent = useAgent()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const look = useCheckDocument()
  const changed = useInvalidateAgent()
  const apply = useMutation({
    mutationFn: ({ value, etag }: CheckedDocument) =>
      agent.api.post('/import', { body: value, headers: { 'if-match': etag } }),
    onSuccess: async ({ applied }) => {
      setText('')
      look.reset()
      await changed()
      notify.success(texts.imported(applied.length))
      void navigate({ to: '/orgs/$org/agents/$agent/edit/lint', params: { org: org.id, agent: agent.id } })
    },
    onError: (error) => {
      if (error instanceof Conflict && error.status === 412) look.mutate(text)
    },
  })
  useUnsavedGuard(text !== '' && !apply.isSuccess)
  const write = (next: string) => {
    setText(next)
    look.reset()
    apply.reset()
  }
  const takeFile = async (file: File | null | undefined) => file && write(await file.text())
  return (
    <Stack onDragOver={(event: DragEvent) => event.preventDefault()} onDrop={droppedFile(takeFile)}>
      <SectionHead title={texts.import} lead={texts.importLead} actions={<BackButton />} />
      <DocumentViewer
        label={texts.newText}
        description={texts.newTextHelp}
        value={text}
        onChange={write}
        format="yaml"
      />
      <Group>
        <FileButton accept=".yaml,.yml,.json" onChange={takeFile} inputProps={{ 'aria-label': texts.file }}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
              {texts.file}
            </Button>
          )}
        </FileButton>
        <Button disabled={text.trim() === ''} loading={look.isPending} onClick={() => look.mutate(text)}>
          {texts.openPreview}
        </Button>
      </Group>
      {look.error && <RefusalSummary error={look.error} />}
      {apply.error && <NotApplied error={apply.error} />}
      {look.data && <CheckResult looked={look.data} apply={() => apply.mutate(look.data)} applying={apply.isPending} />}
    </Stack>
  )
}

const droppedFile = (take: (file: File | null | undefined) => unknown) => (event: DragEvent) => {
  const file = event.dataTransfer.files[0]
  if (!file) return
  event.preventDefault()
  void take(file)
}

function BackButton() {
  const org = useOrg()
  const agent = useAgent()
  return (
    <AnchorLink size="sm" to="/orgs/$org/agents/$agent/edit/document" params={{ org: org.id, agent: agent.id }}>
      {texts.back}
    </AnchorLink>
  )
}

/** Parses the text and compares it with the current agent, with lint findings; saves nothing. */
function useCheckDocument() {
  const agent = useAgent()
  return useMutation({
    mutationFn: async (text: string): Promise<CheckedDocument> => {
      const read = parseYaml(text)
      if (!read.ok) throw new Error(texts.unreadable(read.message))
      const exported = await agent.api.raw('GET', '/export', { headers: { accept: 'application/json' } })
      const now = (await exported.json()) as Record<string, unknown>
      const preview = previewImport(now, read.value)
      const { data: findings } = await agent.api.post('/lint', { body: read.value })
      return { value: read.value, etag: exported.headers.get('etag') ?? '*', preview, findings }
    },
  })
}

function NotApplied({ error }: { error: Error }) {
  const isStale = error instanceof Conflict && error.status === 412
  return isStale ? <Alert color="yellow" role="alert" title={texts.stale} /> : <RefusalSummary error={error} />
}

function CheckResult({ looked, apply, applying }: { looked: CheckedDocument; apply: () => void; applying: boolean }) {
  const { preview, findings } = looked
  const relevant = findings.filter(({ severity }) => severity !== 'advice')
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.preview}>
      <Stack>
        <Title order={3} size="h5">
          {texts.preview}
        </Title>
        {preview.ok && <PreviewDiff preview={preview} />}
        <Stack gap={4} role="status">
          <Text size="sm">{relevant.length === 0 ? texts.noFindings : texts.findings(relevant.length)}</Text>
          {relevant.map((finding) => (
            <Group key={`${finding.path} ${finding.code} ${finding.message}`} gap={8} align="flex-start" wrap="nowrap">
              <FindingItem finding={{ ...finding, message: formatFinding(finding) }} />
              <Text size="sm" className="quiet">
                {formatFindingPath(finding.path, looked.value)}
              </Text>
            </Group>
          ))}
        </Stack>
        {!preview.ok && <Alert color="red" title={texts.refused} />}
        <FormActions>
          <Button onClick={apply} loading={applying} disabled={!preview.ok || preview.changed.length === 0}>
            {texts.apply}
          </Button>
        </FormActions>
      </Stack>
    </Paper>
  )
}
