import { IconCalendarOff } from '@tabler/icons-react'
import { strings } from '#i18n/people.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ButtonLink } from '../../../components/links.tsx'

const { emptyTitle, emptyText, toPeople } = strings.appointments

export function NoAppointments() {
  const routeIds = useRouteIds()
  const action = useCan('editor') && (
    <ButtonLink to="/orgs/$org/agents/$agent/people" params={routeIds}>
      {toPeople}
    </ButtonLink>
  )
  return <EmptyState icon={IconCalendarOff} title={emptyTitle} text={emptyText} action={action} />
}
