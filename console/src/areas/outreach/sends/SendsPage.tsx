import { IconSend } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '#words/sends.ts'
import { usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { useOutreaches } from '../shared/configuration.ts'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { PersonName } from '../shared/PersonName.tsx'
import { Reason } from '../shared/Reason.tsx'
import { readSendFilters } from './filters.ts'
import { SendFilterBar } from './SendFilterBar.tsx'
import { SendState } from './SendState.tsx'
import { type Send, useSends } from './useSends.ts'

const { sends } = words
const from = '/orgs/$org/agents/$agent/outreach/sends'

export function SendsPage() {
  const filters = readSendFilters(useSearch({ from }))
  const navigate = useNavigate()
  const place = usePlace()
  const { rows, error, refetch, more } = useSends(filters)
  const columns = useColumns()
  return (
    <OutreachFrame>
      <SendFilterBar
        filters={filters}
        onChange={(search) => navigate({ to: from, params: place, search, replace: true })}
      />
      {error ? (
        <Trouble error={error} retry={refetch} />
      ) : (
        <DataTable
          label={sends.table}
          columns={columns}
          rows={rows}
          rowId={({ sendId }) => sendId}
          linkOf={({ sendId }) => ({ to: `${from}/$sendId`, params: { ...place, sendId } })}
          more={more}
          empty={<Nothing filtered={Object.keys(filters).length > 0} />}
        />
      )}
    </OutreachFrame>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  const place = usePlace()
  if (filtered) return <EmptyState icon={IconSend} title={sends.noneTitle} text={sends.noneText} />
  const action = (
    <ButtonLink to="/orgs/$org/agents/$agent/outreach" params={place}>
      {sends.toOutreaches}
    </ButtonLink>
  )
  return <EmptyState icon={IconSend} title={sends.emptyTitle} text={sends.emptyText} action={action} />
}

function useColumns(): Column<Send>[] {
  const outreaches = useOutreaches().data
  return [
    { id: 'person', label: sends.person, cell: ({ personId }) => <PersonName personId={personId} /> },
    { id: 'state', label: sends.state, cell: (send) => <SendState send={send} /> },
    { id: 'reason', label: sends.reason, cell: ({ reason }) => <Reason reason={reason} />, wide: true },
    {
      id: 'outreach',
      label: sends.outreach,
      cell: ({ outreachId }) => outreaches?.find(({ id }) => id === outreachId)?.name ?? outreachId,
      wide: true,
    },
    { id: 'origin', label: sends.origin, cell: ({ origin }) => sends.origins[origin], wide: true },
    { id: 'queued', label: sends.queued, cell: ({ queuedAt }) => <When at={queuedAt} /> },
  ]
}
