import { Button, Group, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { enrollmentStates } from '@parley/definition/vocabulary'
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
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { PersonLink, PersonPicker } from '../shared/PersonPicker.tsx'
import { reasonText } from '../shared/ReasonText.tsx'
import type { SequenceMember } from './sequence-form.ts'
import type { ShownEnrollmentState } from './sequence-search.ts'

const { enrollments: texts } = strings
const from = '/orgs/$org/agents/$agent/outreach/sequences/$sequenceId'
const pace = 10_000

export function SequencePeople({ sequenceId }: { sequenceId: string }) {
  const agent = useAgent()
  const can = useCan('editor')
  const { state } = useSearch({ from })
  const navigate = useNavigate({ from })
  const [adding, { open, close }] = useDisclosure()
  const list = useList(
    agent.key('sequences', sequenceId, 'enrollments', state),
    (page, signal) =>
      agent.api.get('/sequences/{sequenceId}/enrollments', {
        path: { sequenceId },
        query: { limit: 25, ...page, ...(state && { state }) },
        signal,
      }),
    { refetchInterval: pace },
  )
  const columns = useColumns(sequenceId, can)
  if (list.error) return <ErrorAlert error={list.error} retry={list.refetch} />
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Select
          label={texts.filter}
          data={enrollmentStates.map((value) => ({ value, label: texts.states[value] }))}
          placeholder={texts.all}
          clearable
          clearButtonProps={{ 'aria-label': texts.all }}
          w={200}
          value={state ?? null}
          onChange={(chosen) =>
            navigate({
              search: { tab: 'people', ...(chosen && { state: chosen as ShownEnrollmentState }) },
              replace: true,
            })
          }
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

const explain = (reason: string) => strings.reasons[reason] ?? reasonText(reason)

function useColumns(sequenceId: string, can: boolean): DataColumn<SequenceMember>[] {
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
    { id: 'step', label: texts.step, cell: ({ step }) => step, wide: true },
    { id: 'reason', label: texts.reason, cell: ({ reason }) => reason && explain(reason), wide: true },
    { id: 'due', label: texts.due, cell: ({ dueAt }) => dueAt && <Timestamp at={dueAt} />, wide: true },
    { id: 'sends', label: texts.sends, cell: ({ sends }) => sends.length, align: 'right', wide: true },
    { id: 'entered', label: texts.entered, cell: ({ enrolledAt }) => <Timestamp at={enrolledAt} />, wide: true },
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
        <Group justify="flex-end">
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
        </Group>
      </Stack>
    </Dialog>
  )
}
