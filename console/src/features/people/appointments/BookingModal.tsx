import { Button, Select, Stack, Textarea } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings as appointmentsTexts } from '#i18n/appointments.ts'
import { strings } from '#i18n/people.ts'
import { useLocations, usePlaceTimeZone, useRepresentatives } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { formatDateTime } from '../../../components/times.ts'
import { SlotPicker } from './SlotPicker.tsx'
import { useInvalidateAppointments } from './useAppointments.ts'

type Appointment = Schema<'Appointment'>
type Props = { personId: string; opened: boolean; onClose: () => void; moved?: Appointment }
const texts = appointmentsTexts.appointments

/** Books a new appointment, or reschedules an existing one. */
export function BookingModal({ opened, ...props }: Props) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={props.moved ? texts.moveTitle : texts.bookTitle} size="lg">
      <BookingForm {...props} />
    </Dialog>
  )
}

function BookingForm({ personId, moved, onClose }: Omit<Props, 'opened'>) {
  const representatives = useRepresentatives()
  const [representativeId, setRepresentative] = useState(moved?.representativeId)
  const locations = useLocations().filter(({ enabled = true }) => enabled)
  const [locationId, setLocation] = useState(moved?.locationId)
  const [startUtc, setStart] = useState<string>()
  const [text, setText] = useState('')
  const booking = useBookAppointment({ personId, moved, onClose })
  const options = [
    { value: '', label: texts.anyone },
    ...representatives.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Stack>
      {booking.error && <RefusalSummary error={booking.error} />}
      {representatives.length > 0 && (
        <Select
          label={texts.representative}
          data={options}
          allowDeselect={false}
          value={representativeId ?? ''}
          onChange={(id) => {
            setRepresentative(id || undefined)
            setStart(undefined)
          }}
        />
      )}
      {locations.length > 0 && (
        <Select
          label={texts.location}
          data={[
            { value: '', label: texts.noLocation },
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          allowDeselect={false}
          value={locationId ?? ''}
          onChange={(id) => {
            setLocation(id || undefined)
            setStart(undefined)
          }}
        />
      )}
      <SlotPicker representativeId={representativeId} locationId={locationId} value={startUtc} onChange={setStart} />
      <Textarea
        label={moved ? texts.reason : texts.notes}
        autosize
        minRows={1}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {strings.cancel}
        </Button>
        <Button
          disabled={!startUtc}
          title={startUtc ? undefined : texts.chooseTime}
          loading={booking.isPending}
          onClick={() => startUtc && booking.mutate({ startUtc, representativeId, locationId, text })}
        >
          {moved ? texts.move : texts.book}
        </Button>
      </FormActions>
    </Stack>
  )
}

type BookingRequest = {
  startUtc: string
  representativeId: string | undefined
  locationId: string | undefined
  text: string
}

function useBookAppointment({ personId, moved, onClose }: Omit<Props, 'opened'>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const changed = useInvalidateAppointments(personId)
  const zone = usePlaceTimeZone() ?? 'UTC'
  return useMutation({
    mutationFn: ({ text, ...wish }: BookingRequest) => {
      const path = { personId }
      if (!moved) {
        const body = { ...wish, ...(text && { notes: text }) }
        return agent.api.post('/people/{personId}/appointments', { path, body })
      }
      return agent.api.patch('/people/{personId}/appointments/{appointmentId}', {
        path: { ...path, appointmentId: moved.id },
        body: { ...wish, ...(text && { reason: text }) },
      })
    },
    onSuccess: async ({ startUtc }) => {
      const when = formatDateTime(startUtc, zone)
      notify.success(moved ? texts.moved(when) : texts.booked(when))
      onClose()
      await changed()
    },
    onError: () => queries.invalidateQueries({ queryKey: agent.key('slots') }),
  })
}
