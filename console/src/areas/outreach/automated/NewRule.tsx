import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/outreach.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { choicesOf, type Rule, useOutreaches } from '../shared/configuration.ts'
import { events } from './rule-form.ts'

const { automated } = words
type Draft = { name: string; outreachId: string | null; event: Rule['trigger']['event'] }

/** What happens, and what is sent then; it begins turned off, so that its page can be filled in first. */
export function NewRule({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  const outreaches = useOutreaches()
  const form = useForm<Draft>({ initialValues: { name: '', outreachId: null, event: 'person.created' } })
  const making = useMutation({
    mutationFn: ({ name, outreachId, event }: Draft) =>
      agent.api.post('/automated-outreach', {
        body: { name, outreachId: outreachId ?? '', trigger: { event }, enabled: false },
      }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: agent.key('automated-outreach') })
      void navigate({ to: '/orgs/$org/agents/$agent/outreach/automated/$ruleId', params: { ...place, ruleId: id } })
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors))
    },
  })
  return (
    <Dialog onClose={onClose} title={automated.new}>
      <form onSubmit={form.onSubmit((draft) => making.mutate(draft))}>
        <Stack>
          {making.error && <Refusal error={making.error} />}
          <TextInput label={automated.name} required data-autofocus {...form.getInputProps('name')} />
          <Select label={automated.event} data={events} allowDeselect={false} {...form.getInputProps('event')} />
          <Select
            label={automated.outreachField}
            data={choicesOf(outreaches.data, form.getValues().outreachId, words.gone)}
            allowDeselect={false}
            {...form.getInputProps('outreachId')}
          />
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
