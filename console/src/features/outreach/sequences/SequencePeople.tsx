import { Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { strings } from '#i18n/sequences.ts'
import { useList } from '../../../api/paged-list.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useOutreaches } from '../shared/outreach-config.ts'
import { PersonLink, PersonPicker } from '../shared/PersonPicker.tsx'
import { explainEnrollment } from './departures.ts'
import { EnrollmentFilters } from './EnrollmentFilters.tsx'
import { nameStep, type SequenceForm, type SequenceMember } from './sequence-form.ts'

const { enrollments: texts } = strings
const from = '/orgs/$org/agents/$agent/outreach/sequences/$sequenceId'
const pace = 10_000

type SequencePeopleProps = { sequenceId: string; steps: SequenceForm['steps'] }

/** Who is in the sequence, and who left and why, filtered by status, next step and reason. */
export function SequencePeople({ sequenceId, steps }: SequencePeopleProps) {
  const agent = useAgent()
  const can = useCan('editor')
  const { tab: _, ...filter } = useSearch({ from })
  const navigate = useNavigate({ from })
  const stepName = useStepNames(steps)
  const [adding, { open, close }] = useDisclosure()
  const list = useList(
    agent.key('sequences', sequenceId, 'enrollments', filter),
    (page, signal) =>
      agent.api.get('/sequences/{sequenceId}/enrollments', {
        path: { sequenceId },
        query: { limit: 50, ...page, ...filter },
        signal,
      }),
    { refetchInterval: pace },
  )
  const columns = useColumns({ sequenceId, can, stepName })
  if (list.error) return <ErrorAlert error={list.error} retry={list.refetch} />
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <EnrollmentFilters
          filter={filter}
          steps={steps.map(({ id }) => ({ value: id, label: stepName(id) }))}
          onFilter={(chosen) => navigate({ search: { tab: 'people', ...chosen }, replace: true })}
        />
        {can && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            {texts.add}
          </Button>
        )}
      </Group>
      <DataTable
        label={texts.table}
        columns={columns}
        rows={list.rows}
        rowId={({ personId }) => personId}
        more={list.more}
        empty={<EmptyState icon={IconUsers} title={texts.emptyTitle} text={texts.emptyText} />}
      />
      {adding && <AddPerson sequenceId={sequenceId} onClose={close} />}
    </Stack>
  )
}

function useStepNames(steps: SequenceForm['steps']): (stepId: string) => string {
  const outreaches = useOutreaches().data ?? []
  return (stepId) => nameStep(steps, stepId, outreaches)
}

type ColumnOptions = { sequenceId: string; can: boolean; stepName: (stepId: string) => string }

function useColumns({ sequenceId, can, stepName }: ColumnOptions): DataColumn<SequenceMember>[] {
  const routeIds = useRouteIds()
  return [
    {
      id: 'person',
      label: texts.person,
      cell: ({ personId }) => (
        <AnchorLink size="sm" to="/orgs/$org/agents/$agent/people/$personId" params={{ ...routeIds, personId }}>
          <PersonLink personId={personId} />
        </AnchorLink>
      ),
    },
    {
      id: 'state',
      label: texts.state,
      cell: (one) => <StatusBadge status={one.state} label={texts.states[one.state]} />,
    },
    { id: 'step', label: texts.step, cell: ({ step }) => step && stepName(step), wide: true },
    {
      id: 'reason',
      label: texts.reason,
      cell: ({ state, reason }) => reason && explainEnrollment(state, reason),
    },
    { id: 'due', label: texts.due, cell: ({ dueAt }) => dueAt && <Timestamp at={dueAt} />, wide: true },
    { id: 'sends', label: texts.sends, cell: ({ sends }) => sends.length, align: 'right', wide: true },
    { id: 'entered', label: texts.entered, cell: ({ enrolledAt }) => <Timestamp at={enrolledAt} />, wide: true },
    { id: 'ended', label: texts.ended, cell: ({ endedAt }) => endedAt && <Timestamp at={endedAt} />, wide: true },
    ...(can
      ? [
          {
            id: 'stop',
            label: texts.stop,
            cell: ({ personId, state }: SequenceMember) =>
              state === 'active' && <StopButton sequenceId={sequenceId} personId={personId} />,
          },
        ]
      : []),
  ]
}

function useRefresh(sequenceId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: agent.key('sequences', sequenceId) })
}

function StopButton({ sequenceId, personId }: { sequenceId: string; personId: string }) {
  const agent = useAgent()
  const refresh = useRefresh(sequenceId)
  const stopping = useMutation({
    mutationFn: () =>
      agent.api.post('/sequences/{sequenceId}/enrollments/{personId}/_stop', { path: { sequenceId, personId } }),
    onSuccess: () => {
      notify.success(texts.stopped)
      refresh()
    },
    onError: notify.error,
  })
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={texts.stopFor}
      onClick={() => stopping.mutate()}
      loading={stopping.isPending}
    >
      {texts.stop}
    </Button>
  )
}

function AddPerson({ sequenceId, onClose }: { sequenceId: string; onClose: () => void }) {
  const agent = useAgent()
  const refresh = useRefresh(sequenceId)
  const [personId, setPersonId] = useState<string>()
  const adding = useMutation({
    mutationFn: (id: string) =>
      agent.api.post('/sequences/{sequenceId}/enrollments', { path: { sequenceId }, body: { personId: id } }),
    onSuccess: () => {
      notify.success(texts.added)
      refresh()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={texts.add}>
      <Stack>
        {adding.error && <RefusalSummary error={adding.error} />}
        <PersonPicker value={personId} onChange={(person) => setPersonId(person?.id)} />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {outreachTexts.cancel}
          </Button>
          <Button
            disabled={!personId}
            loading={adding.isPending}
            onClick={() => personId !== undefined && adding.mutate(personId)}
          >
            {texts.add}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}
