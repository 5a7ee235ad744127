import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { words } from '#words/tests.ts'
import { listAt } from './draft.ts'
import { useEditing } from './editing.ts'
import { ChoiceField, choices, NumberField, TextField, Whole } from './Fields.tsx'
import { RowActions } from './RowActions.tsx'

const { scenario: said } = words
const list = ['scenario', 'appointments']

/** What they have booked before. */
export function AppointmentsField() {
  const { draft, set, readOnly } = useEditing()
  const appointments = listAt(draft, list)
  return (
    <Stack gap="xs">
      <Whole path={list} />
      {appointments.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: known by its place
        <Appointment key={place} place={place} />
      ))}
      {!readOnly && appointments.length < 5 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set(list, [...appointments, { startsIn: 'P1D' }])}
          style={{ alignSelf: 'flex-start' }}
        >
          {said.addAppointment}
        </Button>
      )}
    </Stack>
  )
}

function Appointment({ place }: { place: number }) {
  const { known } = useEditing()
  const path = [...list, place]
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" role="group" aria-label={said.appointment(place + 1)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} flex={1}>
        <TextField path={[...path, 'startsIn']} label={said.startsIn} description={said.startsInHint} stays />
        <NumberField path={[...path, 'durationMinutes']} label={said.minutes} min={5} max={480} />
        <ChoiceField
          path={[...path, 'representativeId']}
          label={said.representative}
          data={known.representatives.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ChoiceField
          path={[...path, 'status']}
          label={said.appointmentStatus}
          data={choices(['scheduled', 'cancelled', 'completed'], said.appointmentStatuses)}
        />
      </SimpleGrid>
      <RowActions list={list} place={place} name={said.appointment(place + 1)} moves={false} />
    </Group>
  )
}
