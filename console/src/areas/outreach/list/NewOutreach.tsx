import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/outreach.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { AmlEditor } from '../../../parts/aml/AmlEditor.tsx'
import { AmlPreview } from '../../../parts/aml/AmlPreview.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { ClassField } from '../edit/ClassField.tsx'
import { choicesOf, useTemplates } from '../shared/configuration.ts'
import { useSlots } from '../shared/slots.ts'

const { make } = words

type Draft = {
  name: string
  class: 'marketing' | 'service'
  from: 'write' | 'choose'
  body: string
  openerTemplateId: string | null
}
const blank: Draft = { name: '', class: 'service', from: 'write', body: '', openerTemplateId: null }

/** A name, a class and a first message: the rest is set on its page. */
export function NewOutreach({ onClose }: { onClose: () => void }) {
  const form = useForm<Draft>({ initialValues: blank })
  const making = useMaking(form)
  return (
    <Dialog onClose={onClose} title={make.title} size="xl">
      <form onSubmit={form.onSubmit((draft) => making.mutate(draft))}>
        <Stack>
          {making.error && <Refusal error={making.error} />}
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
              <Opener form={form} />
            </Stack>
            <Shown draft={form.getValues()} />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {words.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function Opener({ form }: { form: UseFormReturnType<Draft> }) {
  const templates = useTemplates()
  const slots = useSlots()
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
          data={choicesOf(templates.data, openerTemplateId, words.gone)}
          searchable
          {...form.getInputProps('openerTemplateId')}
        />
      )}
    </Stack>
  )
}

function Shown({ draft: { from, body, openerTemplateId } }: { draft: Draft }) {
  const chosen = useTemplates().data?.find(({ id }) => id === openerTemplateId)
  const text = from === 'write' ? body : chosen?.body
  if (!text) return <Text className="quiet">{words.template.empty}</Text>
  return <AmlPreview text={text} channels={['rcs']} />
}

function useMaking(form: UseFormReturnType<Draft>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  return useMutation({
    mutationFn: async ({ name, class: kind, from, body, openerTemplateId }: Draft) => {
      const opener =
        from === 'choose'
          ? (openerTemplateId ?? '')
          : (await agent.api.post('/message-templates', { body: { name: make.templateName(name), body } })).id
      // Whoever is refused here and tries again goes on with the template that is there.
      if (from === 'write') form.setValues({ from: 'choose', openerTemplateId: opener })
      return agent.api.post('/outreach', { body: { name, class: kind, openerTemplateId: opener } })
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: agent.key('message-templates') })
      void queries.invalidateQueries({ queryKey: agent.key('outreach') })
      void navigate({
        to: '/orgs/$org/agents/$agent/outreach/edit/$outreachId',
        params: { ...place, outreachId: id },
      })
    },
    onError: (error) => {
      void queries.invalidateQueries({ queryKey: agent.key('message-templates') })
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors))
    },
  })
}
