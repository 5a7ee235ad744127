import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/outreach.ts'
import { useAgent } from '../../../app/org.ts'
import { AmlEditor } from '../../../parts/aml/AmlEditor.tsx'
import { AmlPreview } from '../../../parts/aml/AmlPreview.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { tell } from '../../../parts/tell.tsx'
import type { MessageTemplate } from '../shared/configuration.ts'
import { useSlots } from '../shared/slots.ts'

const { template: said } = words
const policies = Object.entries(said.policies).map(([value, label]) => ({ value, label }))

type Draft = { name: string; body: string; defaultOnMissingSlot: NonNullable<MessageTemplate['defaultOnMissingSlot']> }
type Given = { template: MessageTemplate | undefined; onClose: () => void; onMade: (id: string) => void }

/** Writes a message template, the one that is there or a new one, without leaving the page. */
export function TemplateDialog({ template, onClose, onMade }: Given) {
  const form = useForm<Draft>({
    initialValues: {
      name: template?.name ?? '',
      body: template?.body ?? '',
      defaultOnMissingSlot: template?.defaultOnMissingSlot ?? 'omit-sentence',
    },
  })
  const saving = useSaving({ template, form, onClose, onMade })
  return (
    <Dialog onClose={onClose} size="xl" title={template ? said.editTitle(template.name) : said.newTitle}>
      <form
        onSubmit={(event) => {
          event.stopPropagation()
          form.onSubmit((draft) => saving.mutate(draft))(event)
        }}
      >
        <Stack>
          {saving.error && <Refusal error={saving.error} />}
          {template && (
            <Text size="sm" className="quiet">
              {said.shared}
            </Text>
          )}
          <TemplateFields form={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {said.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function TemplateFields({ form }: { form: UseFormReturnType<Draft> }) {
  const slots = useSlots()
  const { body } = form.getValues()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Stack>
        <TextInput label={said.name} required data-autofocus {...form.getInputProps('name')} />
        <AmlEditor
          path="body"
          label={said.body}
          description={words.make.textHint}
          slots={slots}
          minHeight="10rem"
          value={body}
          onChange={(text) => form.setFieldValue('body', text)}
          error={form.errors.body}
        />
        <Select
          label={said.missing}
          data={policies}
          allowDeselect={false}
          {...form.getInputProps('defaultOnMissingSlot')}
        />
      </Stack>
      {body ? <AmlPreview text={body} channels={['rcs']} /> : <Text className="quiet">{said.empty}</Text>}
    </SimpleGrid>
  )
}

function useSaving({ template, form, onClose, onMade }: Given & { form: UseFormReturnType<Draft> }) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: Draft) =>
      template
        ? agent.api.patch('/message-templates/{templateId}', { path: { templateId: template.id }, body: draft })
        : agent.api.post('/message-templates', { body: draft }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: agent.key('message-templates') })
      // The inputs of an Outreach follow its opener.
      void queries.invalidateQueries({ queryKey: agent.key('outreach') })
      void queries.invalidateQueries({ queryKey: agent.key('named-in-texts') })
      tell.done(said.saved)
      if (!template) onMade(id)
      onClose()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors))
    },
  })
}
