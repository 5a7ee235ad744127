import { Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarPlus } from '@tabler/icons-react'
import { strings } from '#i18n/appointments.ts'
import { useLocations } from '../../../api/lookups.ts'
import { useList } from '../../../api/paged-list.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { DataTable } from '../../../components/DataTable.tsx'

import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import type { Person } from '../people-fields.ts'
import { buildAppointmentColumns } from './AppointmentTable.tsx'
import { BookingModal } from './BookingModal.tsx'

const texts = strings.appointments

export function PersonAppointments({ person }: { person: Person }) {
  const agent = useAgent()
  const may = useCan('serve')
  const where = useLocations().length > 0
  const [booking, { open, close }] = useDisclosure()
  const path = { personId: person.id }
  const { rows, error, refetch, more } = useList(agent.key('person', person.id, 'appointments'), (page, signal) =>
    agent.api.get('/people/{personId}/appointments', { path, query: { ...page, limit: 50 }, signal }),
  )
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const book = may && (
    <Button leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={open}>
      {texts.book}
    </Button>
  )
  return (
    <Stack>
      {rows && rows.length > 0 && book && <Group justify="flex-end">{book}</Group>}
      <DataTable
        label={texts.table}
        columns={buildAppointmentColumns({ acts: may, whose: false, where })}
        rows={rows}
        rowId={({ id }) => id}
        more={more}
        empty={
          <EmptyState icon={IconCalendarPlus} title={texts.emptyPerson} text={texts.emptyPersonText} action={book} />
        }
      />
      <BookingModal personId={person.id} opened={booking} onClose={close} />
    </Stack>
  )
}
