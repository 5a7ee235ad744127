import { Alert, Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { words } from '#words/agent.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { SidePanel } from '../../../parts/Dialog.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { useAgentChanged } from '../../../parts/section/useAgentChanged.ts'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { PreviewDiff } from '../document/PreviewDiff.tsx'
import { afterTemplate } from '../document/preview.ts'
import { useExport } from '../frame/useExport.ts'
import { BringsAll } from './Brings.tsx'
import { contentOf } from './brings.ts'
import { usePieces } from './usePieces.ts'

const { templates: said } = words
type Given = { template: Schema<'AgentTemplate'>; close: () => void }

/** A template: what it brings, and what it would make of this agent. */
export default function TemplateDrawer({ template, close }: Given) {
  const agent = useAgent()
  const canApply = useCan('editor')
  const changed = useAgentChanged()
  const preview = usePreview(template)
  const apply = useMutation({
    mutationFn: () => agent.api.post('/apply-template', { body: { templateId: template.id } }),
    onSuccess: async () => {
      await changed()
      close()
      tell.done(said.done(template.name))
    },
  })
  const ask = async () => {
    const { applyTitle, applyText: text, apply: ok } = said
    if (await confirm({ title: applyTitle(template.name), text, ok, danger: true })) apply.mutate()
  }
  return (
    <SidePanel onClose={close} title={template.name} size="xl">
      <Stack>
        <Text>{template.description}</Text>
        <Text size="sm" className="quiet">
          {words.gallery.version(template.version)}
        </Text>
        {template.identityPreamble && <Text size="sm">{template.identityPreamble}</Text>}
        <Divider />
        <Title order={3} size="h5">
          {said.brings}
        </Title>
        <BringsAll template={template} />
        <Divider />
        <Title order={3} size="h5">
          {said.preview}
        </Title>
        {!preview && <Loading />}
        {preview?.ok && <PreviewDiff preview={preview} />}
        {preview && !preview.ok && (
          <Alert color="red" title={preview.errors.map(({ message }) => message).join('; ')} />
        )}
        {apply.error && <Trouble error={apply.error} />}
        {canApply && (
          <Group justify="flex-end">
            <Button onClick={ask} loading={apply.isPending} disabled={!preview?.ok}>
              {said.apply}
            </Button>
          </Group>
        )}
      </Stack>
    </SidePanel>
  )
}

function usePreview(template: Schema<'AgentTemplate'>) {
  const exported = useExport().data
  const pieces = usePieces()
  return useMemo(
    () => (exported && pieces ? afterTemplate(exported, contentOf(template, pieces)) : undefined),
    [exported, pieces, template],
  )
}
