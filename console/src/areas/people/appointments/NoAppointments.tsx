import { IconCalendarOff } from '@tabler/icons-react'
import { words } from '#words/people.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { ButtonLink } from '../../../parts/links.tsx'

const { emptyTitle, emptyText, toPeople } = words.appointments

export function NoAppointments() {
  const place = usePlace()
  const action = useCan('editor') && (
    <ButtonLink to="/orgs/$org/agents/$agent/people" params={place}>
      {toPeople}
    </ButtonLink>
  )
  return <EmptyState icon={IconCalendarOff} title={emptyTitle} text={emptyText} action={action} />
}
