import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { strings } from '#i18n/versions.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { VersionsFrame } from '../VersionsFrame.tsx'
import { type Replay, useDraftName, useReplays } from '../versions-data.ts'
import { StartReplay } from './StartReplay.tsx'

const { replays: texts } = strings

export function ReplaysPage() {
  const { draft } = useAgent()
  const params = useRouteIds()
  const canWrite = useCan('editor')
  const [starts, { open, close }] = useDisclosure()
  const { rows, error, refetch, more } = useReplays()
  const columns = useColumns()
  const add = canWrite && <Button onClick={open}>{texts.start}</Button>
  return (
    <VersionsFrame actions={rows?.length ? add : undefined}>
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={texts.table}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          more={more}
          linkOf={({ id }) => ({
            to: '/orgs/$org/agents/$agent/versions/replays/$replayId',
            params: { ...params, replayId: id },
          })}
          empty={<EmptyState icon={IconPlayerTrackNext} title={texts.none} text={texts.noneText} action={add} />}
        />
      )}
      {starts && <StartReplay close={close} {...(draft && { draftId: draft.id })} />}
    </VersionsFrame>
  )
}

export function useReplayTarget(): (replay: Replay) => string {
  const draftName = useDraftName()
  return ({ draftId, version }) =>
    draftId === undefined ? texts.version(version ?? 0) : texts.draft(draftName(draftId))
}

function useColumns(): DataColumn<Replay>[] {
  const { columns: labels } = texts
  const target = useReplayTarget()
  return [
    { id: 'started', label: labels.started, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    { id: 'target', label: labels.target, cell: target },
    {
      id: 'status',
      label: labels.status,
      cell: ({ status }) => <StatusBadge status={status} label={texts.statuses[status] ?? status} />,
    },
    { id: 'result', label: labels.result, wide: true, cell: ({ conversations }) => strings.number(conversations) },
    { id: 'changed', label: labels.changed, cell: ({ changed }) => strings.number(changed) },
    { id: 'errors', label: labels.errors, wide: true, cell: ({ errors }) => strings.number(errors) },
    {
      id: 'cost',
      label: labels.cost,
      wide: true,
      cell: ({ cost }) => cost && `${cost.amount.toFixed(4)} ${cost.currency}`,
    },
  ]
}
