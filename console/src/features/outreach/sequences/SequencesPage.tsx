import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { IconPlus, IconRoute } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { strings } from '#i18n/sequences.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { toSelectOptions, useOutreaches } from '../shared/outreach-config.ts'
import { describeTrigger } from '../shared/trigger-form.ts'
import type { Sequence } from './sequence-form.ts'

function useSequences() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('sequences', 'all'),
    queryFn: async ({ signal }) => (await agent.api.get('/sequences', { signal })).data,
  })
}

const columns: DataColumn<Sequence>[] = [
  { id: 'name', label: strings.name, cell: ({ name }) => name },
  {
    id: 'state',
    label: strings.state,
    cell: ({ enabled }) => (
      <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? outreachTexts.on : outreachTexts.off} />
    ),
  },
  { id: 'steps', label: strings.steps, cell: ({ steps }) => steps.length, align: 'right' },
  {
    id: 'entry',
    label: strings.entry,
    cell: ({ entry }) => (entry ? describeTrigger(entry) : strings.byHand),
    wide: true,
  },
]

export function SequencesPage() {
  const can = useCan('editor')
  const [making, { open, close }] = useDisclosure()
  const sequences = useSequences()
  const outreaches = useOutreaches()
  const routeIds = useRouteIds()
  const needsOutreach = outreaches.data?.length === 0
  const add = can && !needsOutreach && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {strings.new}
    </Button>
  )
  if (sequences.error) return <ErrorAlert error={sequences.error} retry={sequences.refetch} />
  return (
    <OutreachFrame actions={sequences.data?.length ? add : undefined}>
      <Stack>
        <Text className="quiet">{strings.lead}</Text>
        <DataTable
          label={strings.table}
          columns={columns}
          rows={sequences.data}
          rowId={({ id }) => id}
          linkOf={({ id }) => ({
            to: '/orgs/$org/agents/$agent/outreach/sequences/$sequenceId',
            params: { ...routeIds, sequenceId: id },
          })}
          empty={
            <EmptyState
              icon={IconRoute}
              title={strings.emptyTitle}
              text={needsOutreach ? strings.needsOutreach : strings.emptyText}
              action={add}
            />
          }
        />
      </Stack>
      {making && <NewSequence onClose={close} />}
    </OutreachFrame>
  )
}

type NewSequenceForm = { name: string; outreachId: string | null }

/** The sequence starts disabled with one step, so that its page can be completed first. */
function NewSequence({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const outreaches = useOutreaches()
  const form = useForm<NewSequenceForm>({ initialValues: { name: '', outreachId: null } })
  const making = useMutation({
    mutationFn: ({ name, outreachId }: NewSequenceForm) => {
      const steps = [{ id: 'step-1', outreachId: outreachId ?? '', afterMinutes: 0 }]
      return agent.api.post('/sequences', { body: { name, enabled: false, steps } })
    },
    onSuccess: ({ id: sequenceId }) => {
      void queries.invalidateQueries({ queryKey: agent.key('sequences', 'all') })
      const params = { ...routeIds, sequenceId }
      void navigate({ to: '/orgs/$org/agents/$agent/outreach/sequences/$sequenceId', params })
    },
    onError: (error) => {
      if (!(error instanceof Invalid)) return
      form.setErrors(groupErrorsByPath(error.errors, (field) => field.replace('steps[0].', '')))
    },
  })
  return (
    <Dialog onClose={onClose} title={strings.new}>
      <form onSubmit={form.onSubmit((draft) => making.mutate(draft))}>
        <Stack>
          {making.error && <RefusalSummary error={making.error} />}
          <TextInput label={strings.name} required data-autofocus {...form.getInputProps('name')} />
          <Select
            label={strings.first}
            required
            data={toSelectOptions(outreaches.data, form.getValues().outreachId, outreachTexts.deleted)}
            allowDeselect={false}
            {...form.getInputProps('outreachId')}
          />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {outreachTexts.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {outreachTexts.create}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}
