import { Alert, Button, Divider, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings } from '#i18n/agent.ts'
import { strings as agentTemplatesTexts } from '#i18n/agent-templates.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { SidePanel } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useInvalidateAgent } from '../../../components/section/useAgentSection.ts'
import { PreviewDiff, previewTemplate } from '../document/PreviewDiff.tsx'
import { useAgentDocument } from '../frame/useAgentDocument.ts'
import { TemplateContents, useTemplateBlocks } from './TemplateContents.tsx'
import { assembleTemplate } from './template-contents.ts'

const { templates: texts } = agentTemplatesTexts
type Props = { template: Schema<'AgentTemplate'>; close: () => void }

export default function TemplateDrawer({ template, close }: Props) {
  const agent = useAgent()
  const canApply = useCan('editor')
  const changed = useInvalidateAgent()
  const preview = usePreview(template)
  const apply = useMutation({
    mutationFn: () => agent.api.post('/apply-template', { body: { templateId: template.id } }),
    onSuccess: async () => {
      await changed()
      close()
      notify.success(texts.done(template.name))
    },
  })
  const ask = async () => {
    const { applyTitle, applyText: text, apply: ok } = texts
    if (await askConfirmation({ title: applyTitle(template.name), text, ok, danger: true })) apply.mutate()
  }
  return (
    <SidePanel onClose={close} title={template.name} size="xl">
      <Stack>
        <Text>{template.description}</Text>
        <Text size="sm" className="quiet">
          {strings.gallery.version(template.version)}
        </Text>
        {template.identityPreamble && <Text size="sm">{template.identityPreamble}</Text>}
        <Divider />
        <Title order={3} size="h5">
          {texts.contents}
        </Title>
        <TemplateContents template={template} />
        <Divider />
        <Title order={3} size="h5">
          {texts.preview}
        </Title>
        {!preview && <Loading />}
        {preview?.ok && <PreviewDiff preview={preview} />}
        {preview && !preview.ok && (
          <Alert color="red" title={preview.errors.map(({ message }) => message).join('; ')} />
        )}
        {apply.error && <ErrorAlert error={apply.error} />}
        {canApply && (
          <FormActions>
            <Button onClick={ask} loading={apply.isPending} disabled={!preview?.ok}>
              {texts.apply}
            </Button>
          </FormActions>
        )}
      </Stack>
    </SidePanel>
  )
}

function usePreview(template: Schema<'AgentTemplate'>) {
  const exported = useAgentDocument().data
  const pieces = useTemplateBlocks()
  return useMemo(
    () => (exported && pieces ? previewTemplate(exported, assembleTemplate(template, pieces)) : undefined),
    [exported, pieces, template],
  )
}
