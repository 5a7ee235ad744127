import { Skeleton } from '@mantine/core'
import { strings } from '#i18n/people.ts'
import { usePersonById } from '../../../api/people.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { displayNameOf } from '../display-name.ts'

/** Loads the person of an appointment, which has only an id. */
export function AppointmentPerson({ id }: { id: string }) {
  const routeIds = useRouteIds()
  const { data, isPending } = usePersonById(id)
  if (isPending) return <Skeleton h={14} w={120} />
  return (
    <AnchorLink
      to="/orgs/$org/agents/$agent/people/$personId"
      params={{ ...routeIds, personId: id }}
      search={{ tab: 'appointments' }}
      size="sm"
      fw={500}
    >
      {data ? displayNameOf(data) : strings.unnamed}
    </AnchorLink>
  )
}
