import { Group, Select } from '@mantine/core'
import { appointmentStatuses } from '@parley/definition/vocabulary'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/people.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { useRepresentatives } from '../people-fields.ts'
import { AppointmentTable } from './AppointmentTable.tsx'
import type { AppointmentSearch } from './appointment-search.ts'
import { WeekView } from './WeekView.tsx'

const from = '/orgs/$org/agents/$agent/appointments'
const texts = strings.appointments
const views = ['upcoming', 'past', 'week'] as const

export function AppointmentsPage() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { view = 'upcoming' } = search
  const change = (next: AppointmentSearch) => navigate({ search: { ...search, ...next } })
  return (
    <PageLayout title={texts.title} lead={texts.lead}>
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
        <AppointmentTable key={view} view={view} search={search} />
      )}
    </PageLayout>
  )
}

type Props = { search: AppointmentSearch; onChange: (next: AppointmentSearch) => void }

function Filters({ search: { representativeId, status }, onChange }: Props) {
  const representatives = useRepresentatives()
  const people = representatives.map(({ id, name }) => ({ value: id, label: name }))
  const isMissing = representativeId && !people.some(({ value }) => value === representativeId)
  return (
    <Group>
      <Select
        label={texts.representative}
        data={[
          { value: '', label: texts.anyone },
          ...people,
          ...(isMissing ? [{ value: representativeId, label: representativeId }] : []),
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
