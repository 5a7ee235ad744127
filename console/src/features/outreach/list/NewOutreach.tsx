import { Button, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { OutreachClass } from '@parley/definition/vocabulary'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { AmlEditor } from '../../../components/aml/AmlEditor.tsx'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { ClassField } from '../edit/OutreachFields.tsx'
import { toSelectOptions, useSlotPaths, useTemplates } from '../shared/outreach-config.ts'

const { make } = strings

type NewOutreachForm = {
  name: string
  class: OutreachClass
  from: 'write' | 'choose'
  body: string
  openerTemplateId: string | null
}
const blank: NewOutreachForm = { name: '', class: 'service', from: 'write', body: '', openerTemplateId: null }

/** Asks for a name, a class and a first message; the rest is set on its page. */
export function NewOutreach({ onClose }: { onClose: () => void }) {
  const form = useForm<NewOutreachForm>({ initialValues: blank })
  const making = useCreateOutreach(form)
  return (
    <Dialog onClose={onClose} title={make.title} size="xl">
      <form onSubmit={form.onSubmit((draft) => making.mutate(draft))}>
        <Stack>
          {making.error && <RefusalSummary error={making.error} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            <Stack>
              <TextInput
                label={make.name}
                description={make.nameHint}
                required
                data-autofocus
                {...form.getInputProps('name')}
              />
              <ClassField {...form.getInputProps('class')} />
              <OpenerChoice form={form} />
            </Stack>
            <OpenerText draft={form.getValues()} />
          </SimpleGrid>
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {strings.create}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

function OpenerChoice({ form }: { form: UseFormReturnType<NewOutreachForm> }) {
  const templates = useTemplates()
  const slots = useSlotPaths()
  const { from, body, openerTemplateId } = form.getValues()
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={make.opener}
        orientation="vertical"
        fullWidth
        data={[
          { value: 'write', label: make.write },
          { value: 'choose', label: make.choose },
        ]}
        {...form.getInputProps('from')}
      />
      {from === 'write' ? (
        <AmlEditor
          path="body"
          label={make.text}
          description={make.textHint}
          slots={slots}
          minHeight="6rem"
          value={body}
          onChange={(text) => form.setFieldValue('body', text)}
          error={form.errors.body}
        />
      ) : (
        <Select
          label={make.template}
          data={toSelectOptions(templates.data, openerTemplateId, strings.deleted)}
          searchable
          {...form.getInputProps('openerTemplateId')}
        />
      )}
    </Stack>
  )
}

function OpenerText({ draft: { from, body, openerTemplateId } }: { draft: NewOutreachForm }) {
  const chosen = useTemplates().data?.find(({ id }) => id === openerTemplateId)
  const text = from === 'write' ? body : chosen?.body
  if (!text) return <Text className="quiet">{strings.template.empty}</Text>
  return <AmlPreview text={text} channels={['rcs']} />
}

function useCreateOutreach(form: UseFormReturnType<NewOutreachForm>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  return useMutation({
    mutationFn: async ({ name, class: kind, from, body, openerTemplateId }: NewOutreachForm) => {
      const opener =
        from === 'choose'
          ? (openerTemplateId ?? '')
          : (await agent.api.post('/message-templates', { body: { name: make.templateName(name), body } })).id
      // If the Outreach is rejected, the next attempt reuses the template that was just created.
      if (from === 'write') form.setValues({ from: 'choose', openerTemplateId: opener })
      return agent.api.post('/outreach', { body: { name, class: kind, openerTemplateId: opener } })
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: agent.key('message-templates') })
      void queries.invalidateQueries({ queryKey: agent.key('outreach') })
      void navigate({
        to: '/orgs/$org/agents/$agent/outreach/edit/$outreachId',
        params: { ...routeIds, outreachId: id },
      })
    },
    onError: (error) => {
      void queries.invalidateQueries({ queryKey: agent.key('message-templates') })
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors))
    },
  })
}
