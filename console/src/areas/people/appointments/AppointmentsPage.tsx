import { Group, Select } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '#words/people.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Page } from '../../../parts/Page.tsx'
import { useRepresentatives } from '../reads.ts'
import { RangeTable } from './RangeTable.tsx'
import { type AppointmentSearch, appointmentStatuses } from './search.ts'
import { WeekView } from './WeekView.tsx'

const from = '/orgs/$org/agents/$agent/appointments'
const texts = words.appointments
const views = ['upcoming', 'past', 'week'] as const

export function AppointmentsPage() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { view = 'upcoming' } = search
  const change = (next: AppointmentSearch) => navigate({ search: { ...search, ...next } })
  return (
    <Page title={texts.title} lead={texts.lead}>
      <LinkTabs label={texts.views}>
        {views.map((one) => (
          <Link
            key={one}
            from={from}
            search={{ ...search, view: one }}
            aria-current={one === view ? 'page' : undefined}
          >
            {texts[one]}
          </Link>
        ))}
      </LinkTabs>
      <Filters search={search} onChange={change} />
      {view === 'week' ? (
        <WeekView search={search} onDay={(day) => change({ day })} />
      ) : (
        <RangeTable key={view} view={view} search={search} />
      )}
    </Page>
  )
}

type Given = { search: AppointmentSearch; onChange: (next: AppointmentSearch) => void }

function Filters({ search: { representativeId, status }, onChange }: Given) {
  const representatives = useRepresentatives()
  const people = representatives.map(({ id, name }) => ({ value: id, label: name }))
  const gone = representativeId && !people.some(({ value }) => value === representativeId)
  return (
    <Group>
      <Select
        label={texts.representative}
        data={[
          { value: '', label: texts.anyone },
          ...people,
          ...(gone ? [{ value: representativeId, label: representativeId }] : []),
        ]}
        allowDeselect={false}
        value={representativeId ?? ''}
        onChange={(id) => onChange({ representativeId: id || undefined })}
      />
      <Select
        label={texts.status}
        data={[
          { value: '', label: texts.anyStatus },
          ...appointmentStatuses.map((value) => ({ value, label: texts.statuses[value] })),
        ]}
        allowDeselect={false}
        value={status ?? ''}
        onChange={(next) => onChange({ status: appointmentStatuses.find((one) => one === next) })}
      />
    </Group>
  )
}
