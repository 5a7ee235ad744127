import { IconCalendarOff } from '@tabler/icons-react'
import { words } from '#words/people.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'

const { emptyTitle, emptyText } = words.appointments

export function NoAppointments() {
  return <EmptyState icon={IconCalendarOff} title={emptyTitle} text={emptyText} />
}
