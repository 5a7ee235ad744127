import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../components/editor/field-path.ts'
import { type AutomatedOutreach, toSelectOptions, useOutreaches } from '../shared/outreach-config.ts'
import { triggerEventOptions } from './automated-outreach-form.ts'

const { automated } = strings
type NewRuleForm = { name: string; outreachId: string | null; event: AutomatedOutreach['trigger']['event'] }

/** What happens, and what is sent then; it begins turned off, so that its page can be filled in first. */
export function NewRule({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const outreaches = useOutreaches()
  const form = useForm<NewRuleForm>({ initialValues: { name: '', outreachId: null, event: 'person.created' } })
  const making = useMutation({
    mutationFn: ({ name, outreachId, event }: NewRuleForm) =>
      agent.api.post('/automated-outreach', {
        body: { name, outreachId: outreachId ?? '', trigger: { event }, enabled: false },
      }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: agent.key('automated-outreach') })
      void navigate({ to: '/orgs/$org/agents/$agent/outreach/automated/$ruleId', params: { ...routeIds, ruleId: id } })
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors))
    },
  })
  return (
    <Dialog onClose={onClose} title={automated.new}>
      <form onSubmit={form.onSubmit((draft) => making.mutate(draft))}>
        <Stack>
          {making.error && <RefusalSummary error={making.error} />}
          <TextInput label={automated.name} required data-autofocus {...form.getInputProps('name')} />
          <Select
            label={automated.event}
            data={triggerEventOptions}
            allowDeselect={false}
            {...form.getInputProps('event')}
          />
          <Select
            label={automated.outreachField}
            data={toSelectOptions(outreaches.data, form.getValues().outreachId, strings.gone)}
            allowDeselect={false}
            {...form.getInputProps('outreachId')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {strings.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
