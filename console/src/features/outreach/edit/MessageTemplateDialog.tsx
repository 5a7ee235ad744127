import { Button, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { AmlEditor } from '../../../components/aml/AmlEditor.tsx'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { type MessageTemplate, useSlotPaths } from '../shared/outreach-config.ts'

const { template: texts } = strings
const policies = Object.entries(texts.policies).map(([value, label]) => ({ value, label }))

type MessageTemplateForm = {
  name: string
  body: string
  defaultOnMissingSlot: NonNullable<MessageTemplate['defaultOnMissingSlot']>
}
type Props = { template: MessageTemplate | undefined; onClose: () => void; onMade: (id: string) => void }

/** Edits an existing message template or creates one, without leaving the page. */
export function MessageTemplateDialog({ template, onClose, onMade }: Props) {
  const form = useForm<MessageTemplateForm>({
    initialValues: {
      name: template?.name ?? '',
      body: template?.body ?? '',
      defaultOnMissingSlot: template?.defaultOnMissingSlot ?? 'omit-sentence',
    },
  })
  const saving = useSaveTemplate({ template, form, onClose, onMade })
  return (
    <Dialog onClose={onClose} size="xl" title={template ? texts.editTitle(template.name) : texts.newTitle}>
      <form
        onSubmit={(event) => {
          event.stopPropagation()
          form.onSubmit((draft) => saving.mutate(draft))(event)
        }}
      >
        <Stack>
          {saving.error && <RefusalSummary error={saving.error} />}
          {template && (
            <Text size="sm" className="quiet">
              {texts.shared}
            </Text>
          )}
          <TemplateFields form={form} />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {texts.save}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

function TemplateFields({ form }: { form: UseFormReturnType<MessageTemplateForm> }) {
  const slots = useSlotPaths()
  const { body } = form.getValues()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Stack>
        <TextInput label={texts.name} required data-autofocus {...form.getInputProps('name')} />
        <AmlEditor
          path="body"
          label={texts.body}
          description={strings.make.textHint}
          slots={slots}
          minHeight="10rem"
          value={body}
          onChange={(text) => form.setFieldValue('body', text)}
          error={form.errors.body}
        />
        <Select
          label={texts.missing}
          data={policies}
          allowDeselect={false}
          {...form.getInputProps('defaultOnMissingSlot')}
        />
      </Stack>
      {body ? <AmlPreview text={body} channels={['rcs']} /> : <Text className="quiet">{texts.empty}</Text>}
    </SimpleGrid>
  )
}

function useSaveTemplate({
  template,
  form,
  onClose,
  onMade,
}: Props & { form: UseFormReturnType<MessageTemplateForm> }) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: MessageTemplateForm) =>
      template
        ? agent.api.patch('/message-templates/{templateId}', { path: { templateId: template.id }, body: draft })
        : agent.api.post('/message-templates', { body: draft }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: agent.key('message-templates') })
      // The inputs of an Outreach derive from its opener.
      void queries.invalidateQueries({ queryKey: agent.key('outreach') })
      void queries.invalidateQueries({ queryKey: agent.key('named-in-texts') })
      notify.success(texts.saved)
      if (!template) onMade(id)
      onClose()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors))
    },
  })
}
