import { Alert, Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { readYaml } from '@parley/definition'
import { Conflict } from '@parley/sdk'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { words } from '#words/agent.ts'
import { useAgent, useOrg } from '../../../app/org.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { useUnsaved } from '../../../parts/editor/useUnsaved.tsx'
import { type Finding, FindingLine } from '../../../parts/Findings.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { PartHead } from '../../../parts/section/PartFrame.tsx'
import { useAgentChanged } from '../../../parts/section/useAgentChanged.ts'
import { tell } from '../../../parts/tell.tsx'
import { placeSaid, sentenceOf } from '../lint/place.ts'
import DocumentText from './DocumentText.tsx'
import { PreviewDiff } from './PreviewDiff.tsx'
import { afterImport, type Preview } from './preview.ts'

const { document: said } = words

type Looked = { value: unknown; etag: string; preview: Preview; findings: Finding[] }

/** A document is looked at before it is taken: what it changes, and what the linter says of the agent it makes. */
export default function ImportPanel() {
  const org = useOrg()
  const agent = useAgent()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const look = useLook()
  const changed = useAgentChanged()
  const apply = useMutation({
    mutationFn: ({ value, etag }: Looked) => agent.api.post('/import', { body: value, headers: { 'if-match': etag } }),
    onSuccess: async ({ applied }) => {
      setText('')
      look.reset()
      await changed()
      tell.done(said.imported(applied.length))
      void navigate({ to: '/orgs/$org/agents/$agent/edit/lint', params: { org: org.id, agent: agent.id } })
    },
    onError: (error) => {
      if (error instanceof Conflict && error.status === 412) look.mutate(text)
    },
  })
  useUnsaved(text !== '' && !apply.isSuccess)
  const write = (next: string) => {
    setText(next)
    look.reset()
    apply.reset()
  }
  const takeFile = async (file: File | null | undefined) => file && write(await file.text())
  return (
    <Stack onDragOver={(event: DragEvent) => event.preventDefault()} onDrop={dropped(takeFile)}>
      <PartHead title={said.import} lead={said.importLead} actions={<Back />} />
      <DocumentText label={said.newText} description={said.newTextHelp} value={text} onChange={write} format="yaml" />
      <Group>
        <FileButton accept=".yaml,.yml,.json" onChange={takeFile} inputProps={{ 'aria-label': said.file }}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
              {said.file}
            </Button>
          )}
        </FileButton>
        <Button disabled={text.trim() === ''} loading={look.isPending} onClick={() => look.mutate(text)}>
          {said.look}
        </Button>
      </Group>
      {look.error && <Refusal error={look.error} />}
      {apply.error && <NotApplied error={apply.error} />}
      {look.data && <LookedAt looked={look.data} apply={() => apply.mutate(look.data)} applying={apply.isPending} />}
    </Stack>
  )
}

const dropped = (take: (file: File | null | undefined) => unknown) => (event: DragEvent) => {
  const file = event.dataTransfer.files[0]
  if (!file) return
  event.preventDefault()
  void take(file)
}

function Back() {
  const org = useOrg()
  const agent = useAgent()
  return (
    <AnchorLink size="sm" to="/orgs/$org/agents/$agent/edit/document" params={{ org: org.id, agent: agent.id }}>
      {said.back}
    </AnchorLink>
  )
}

/** Reads the text, the agent as it is now, and what the linter says; nothing is kept. */
function useLook() {
  const agent = useAgent()
  return useMutation({
    mutationFn: async (text: string): Promise<Looked> => {
      const read = readYaml(text)
      if (!read.ok) throw new Error(said.unreadable(read.message))
      const exported = await agent.api.raw('GET', '/export', { headers: { accept: 'application/json' } })
      const now = (await exported.json()) as Record<string, unknown>
      const preview = afterImport(now, read.value)
      const { data: findings } = await agent.api.post('/lint', { body: read.value })
      return { value: read.value, etag: exported.headers.get('etag') ?? '*', preview, findings }
    },
  })
}

function NotApplied({ error }: { error: Error }) {
  const isStale = error instanceof Conflict && error.status === 412
  return isStale ? <Alert color="yellow" role="alert" title={said.stale} /> : <Refusal error={error} />
}

function LookedAt({ looked, apply, applying }: { looked: Looked; apply: () => void; applying: boolean }) {
  const { preview, findings } = looked
  const told = findings.filter(({ severity }) => severity !== 'advice')
  return (
    <Paper withBorder p="md" component="section" aria-label={said.preview}>
      <Stack>
        <Title order={3} size="h5">
          {said.preview}
        </Title>
        {preview.ok && <PreviewDiff preview={preview} />}
        <Stack gap={4} role="status">
          <Text size="sm">{told.length === 0 ? said.noFindings : said.findings(told.length)}</Text>
          {told.map((finding) => (
            <Group key={`${finding.path} ${finding.code} ${finding.message}`} gap={8} align="flex-start" wrap="nowrap">
              <FindingLine finding={{ ...finding, message: sentenceOf(finding) }} />
              <Text size="sm" className="quiet">
                {placeSaid(finding.path, looked.value)}
              </Text>
            </Group>
          ))}
        </Stack>
        {!preview.ok && <Alert color="red" title={said.refused} />}
        <Group justify="flex-end">
          <Button onClick={apply} loading={applying} disabled={!preview.ok || preview.changed.length === 0}>
            {said.apply}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
