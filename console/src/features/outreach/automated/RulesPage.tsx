import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { IconBolt, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import {
  type AutomatedOutreach,
  type Outreach,
  toSelectOptions,
  useAutomatedOutreaches,
  useOutreaches,
} from '../shared/outreach-config.ts'
import { DateFieldSelect, triggerEventOptions } from '../shared/TriggerFields.tsx'
import { blankTrigger, dateEvent, describeTrigger, toTrigger } from '../shared/trigger-form.ts'

type NewRuleForm = {
  name: string
  outreachId: string | null
  event: AutomatedOutreach['trigger']['event']
  dateField: string
}

/** Chooses the trigger and the Outreach; the rule starts disabled so that its page can be completed first. */
function NewRule({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const outreaches = useOutreaches()
  const form = useForm<NewRuleForm>({
    initialValues: { name: '', outreachId: null, event: 'person.created', dateField: '' },
  })
  const making = useMutation({
    mutationFn: ({ name, outreachId, event, dateField }: NewRuleForm) => {
      const blank = blankTrigger()
      const trigger = toTrigger({ ...blank, event, date: { ...blank.date, field: dateField } })
      return agent.api.post('/automated-outreach', {
        body: { name, outreachId: outreachId ?? '', trigger, enabled: false },
      })
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: agent.key('automated-outreach') })
      void navigate({ to: '/orgs/$org/agents/$agent/outreach/automated/$ruleId', params: { ...routeIds, ruleId: id } })
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors))
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
          {form.getValues().event === dateEvent && (
            <DateFieldSelect
              value={form.getValues().dateField}
              onChange={(field) => form.setFieldValue('dateField', field)}
              error={form.errors['trigger.date.field']}
            />
          )}
          <Select
            label={automated.outreachField}
            data={toSelectOptions(outreaches.data, form.getValues().outreachId, strings.deleted)}
            allowDeselect={false}
            {...form.getInputProps('outreachId')}
          />
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

const { automated } = strings

export function RulesPage() {
  const can = useCan('editor')
  const [making, { open, close }] = useDisclosure()
  const rules = useAutomatedOutreaches()
  const outreaches = useOutreaches()
  const routeIds = useRouteIds()
  const canMake = can && (outreaches.data?.length ?? 0) > 0
  const add = canMake && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {automated.new}
    </Button>
  )
  const needsOutreach = outreaches.data?.length === 0
  const first = can && needsOutreach && (
    <ButtonLink to="/orgs/$org/agents/$agent/outreach" params={routeIds}>
      {automated.toOutreach}
    </ButtonLink>
  )
  const text = needsOutreach ? automated.needsOutreach : automated.emptyText
  if (rules.error) return <ErrorAlert error={rules.error} retry={rules.refetch} />
  return (
    <OutreachFrame actions={rules.data?.length ? add : undefined}>
      <Stack>
        <Text className="quiet">{automated.lead}</Text>
        <DataTable
          label={automated.table}
          columns={columnsWith(outreaches.data ?? [])}
          rows={rules.data}
          rowId={({ id }) => id}
          linkOf={({ id }) => ({
            to: '/orgs/$org/agents/$agent/outreach/automated/$ruleId',
            params: { ...routeIds, ruleId: id },
          })}
          empty={<EmptyState icon={IconBolt} title={automated.emptyTitle} text={text} action={add || first} />}
        />
      </Stack>
      {making && <NewRule onClose={close} />}
    </OutreachFrame>
  )
}

function columnsWith(outreaches: readonly Outreach[]): DataColumn<AutomatedOutreach>[] {
  return [
    { id: 'name', label: automated.name, cell: ({ name }) => name },
    {
      id: 'state',
      label: automated.state,
      cell: ({ enabled = true }) => (
        <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? strings.on : strings.off} />
      ),
    },
    { id: 'trigger', label: automated.trigger, cell: ({ trigger }) => describeTrigger(trigger), wide: true },
    {
      id: 'outreach',
      label: automated.outreach,
      cell: ({ outreachId }) => outreaches.find(({ id }) => id === outreachId)?.name ?? outreachId,
      wide: true,
    },
    {
      id: 'delay',
      label: automated.delay,
      cell: ({ delayMinutes = 0 }) => strings.minutes.format(delayMinutes),
      wide: true,
    },
  ]
}
