import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/people.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { tell } from '../../../parts/tell.tsx'
import { useRepresentatives } from '../reads.ts'
import { SlotPicker } from './SlotPicker.tsx'
import { spokenTime } from './times.ts'
import { useAppointmentsChanged } from './useAppointmentsChanged.ts'

type Appointment = Schema<'Appointment'>
type Given = { personId: string; opened: boolean; onClose: () => void; moved?: Appointment }
const texts = words.appointments

/** A new appointment, or another time for one that is there. */
export function BookingModal({ opened, ...given }: Given) {
  return (
    <Dialog opened={opened} onClose={given.onClose} title={given.moved ? texts.moveTitle : texts.bookTitle} size="lg">
      <Booking {...given} />
    </Dialog>
  )
}

function Booking({ personId, moved, onClose }: Omit<Given, 'opened'>) {
  const representatives = useRepresentatives()
  const [representativeId, setRepresentative] = useState(moved?.representativeId)
  const [startUtc, setStart] = useState<string>()
  const [text, setText] = useState('')
  const booking = useBooking({ personId, moved, onClose })
  const options = [
    { value: '', label: texts.anyone },
    ...representatives.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Stack>
      {booking.error && <Refusal error={booking.error} />}
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
      <SlotPicker representativeId={representativeId} value={startUtc} onChange={setStart} />
      <Textarea
        label={moved ? texts.reason : texts.notes}
        autosize
        minRows={1}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          disabled={!startUtc}
          title={startUtc ? undefined : texts.chooseTime}
          loading={booking.isPending}
          onClick={() => startUtc && booking.mutate({ startUtc, representativeId, text })}
        >
          {moved ? texts.move : texts.book}
        </Button>
      </Group>
    </Stack>
  )
}

type Wish = { startUtc: string; representativeId: string | undefined; text: string }

function useBooking({ personId, moved, onClose }: Omit<Given, 'opened'>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const changed = useAppointmentsChanged(personId)
  return useMutation({
    mutationFn: ({ text, ...wish }: Wish) => {
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
      const when = spokenTime(startUtc)
      tell.done(moved ? texts.moved(when) : texts.booked(when))
      onClose()
      await changed()
    },
    onError: () => queries.invalidateQueries({ queryKey: agent.key('slots') }),
  })
}
