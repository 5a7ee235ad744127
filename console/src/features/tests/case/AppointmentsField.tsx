import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/tests.ts'
import { ChoiceField, NumberField, OwnFindings, TextField, toChoices } from './CaseFields.tsx'
import { draftListAt } from './case-draft.ts'
import { useCaseEditing } from './case-editing.ts'
import { RowActions } from './RowActions.tsx'

const { scenario: appointmentsFieldTexts } = strings
const list = ['scenario', 'appointments']

/** What they have booked before. */
export function AppointmentsField() {
  const { draft, set, readOnly } = useCaseEditing()
  const appointments = draftListAt(draft, list)
  return (
    <Stack gap="xs">
      <OwnFindings path={list} />
      {appointments.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: known by its place
        <Appointment key={index} place={index} />
      ))}
      {!readOnly && appointments.length < 5 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set(list, [...appointments, { startsIn: 'P1D' }])}
          style={{ alignSelf: 'flex-start' }}
        >
          {appointmentsFieldTexts.addAppointment}
        </Button>
      )}
    </Stack>
  )
}

function Appointment({ place }: { place: number }) {
  const { known } = useCaseEditing()
  const path = [...list, place]
  return (
    <Group
      gap={6}
      wrap="nowrap"
      align="flex-start"
      role="group"
      aria-label={appointmentsFieldTexts.appointment(place + 1)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} flex={1}>
        <TextField
          path={[...path, 'startsIn']}
          label={appointmentsFieldTexts.startsIn}
          description={appointmentsFieldTexts.startsInHint}
          stays
        />
        <NumberField path={[...path, 'durationMinutes']} label={appointmentsFieldTexts.minutes} min={5} max={480} />
        <ChoiceField
          path={[...path, 'representativeId']}
          label={appointmentsFieldTexts.representative}
          data={known.representatives.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ChoiceField
          path={[...path, 'status']}
          label={appointmentsFieldTexts.appointmentStatus}
          data={toChoices(['scheduled', 'cancelled', 'completed'], appointmentsFieldTexts.appointmentStatuses)}
        />
      </SimpleGrid>
      <RowActions list={list} place={place} name={appointmentsFieldTexts.appointment(place + 1)} moves={false} />
    </Group>
  )
}
