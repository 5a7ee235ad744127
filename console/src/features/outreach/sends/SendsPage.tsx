import { IconSend } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/sends.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { useOutreaches } from '../shared/outreach-config.ts'
import { PersonLink } from '../shared/PersonPicker.tsx'
import { ReasonText } from '../shared/ReasonText.tsx'
import { SendFilterBar } from './SendFilterBar.tsx'
import { SendStateBadge } from './SendStateBadge.tsx'
import { readSendFilters } from './send-filters.ts'
import { type OutreachSend, useSends } from './useSends.ts'

const { sends } = strings
const from = '/orgs/$org/agents/$agent/outreach/sends'

export function SendsPage() {
  const filters = readSendFilters(useSearch({ from }))
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const { rows, error, refetch, more } = useSends(filters)
  const columns = useColumns()
  return (
    <OutreachFrame>
      <SendFilterBar
        filters={filters}
        onChange={(search) => navigate({ to: from, params: routeIds, search, replace: true })}
      />
      {error ? (
        <ErrorAlert error={error} retry={refetch} />
      ) : (
        <DataTable
          label={sends.table}
          columns={columns}
          rows={rows}
          rowId={({ sendId }) => sendId}
          linkOf={({ sendId }) => ({ to: `${from}/$sendId`, params: { ...routeIds, sendId } })}
          more={more}
          empty={<NoSends filtered={Object.keys(filters).length > 0} />}
        />
      )}
    </OutreachFrame>
  )
}

function NoSends({ filtered }: { filtered: boolean }) {
  const routeIds = useRouteIds()
  if (filtered) return <EmptyState icon={IconSend} title={sends.noneTitle} text={sends.noneText} />
  const action = (
    <ButtonLink to="/orgs/$org/agents/$agent/outreach" params={routeIds}>
      {sends.toOutreaches}
    </ButtonLink>
  )
  return <EmptyState icon={IconSend} title={sends.emptyTitle} text={sends.emptyText} action={action} />
}

function useColumns(): DataColumn<OutreachSend>[] {
  const outreaches = useOutreaches().data
  return [
    { id: 'person', label: sends.person, cell: ({ personId }) => <PersonLink personId={personId} /> },
    { id: 'state', label: sends.state, cell: (send) => <SendStateBadge send={send} /> },
    { id: 'reason', label: sends.reason, cell: ({ reason }) => <ReasonText reason={reason} />, wide: true },
    {
      id: 'outreach',
      label: sends.outreach,
      cell: ({ outreachId }) => outreaches?.find(({ id }) => id === outreachId)?.name ?? outreachId,
      wide: true,
    },
    { id: 'origin', label: sends.origin, cell: ({ origin }) => sends.origins[origin], wide: true },
    { id: 'queued', label: sends.queued, cell: ({ queuedAt }) => <Timestamp at={queuedAt} /> },
  ]
}
