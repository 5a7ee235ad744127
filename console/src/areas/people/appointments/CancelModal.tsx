import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/people.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { tell } from '../../../parts/tell.tsx'
import { spokenTime } from './times.ts'
import { useAppointmentsChanged } from './useAppointmentsChanged.ts'

type Given = { appointment: Schema<'Appointment'>; onClose: () => void }
const texts = words.appointments

export function CancelModal({ appointment, onClose }: Given) {
  return (
    <Dialog onClose={onClose} title={texts.cancelTitle}>
      <Cancelling appointment={appointment} onClose={onClose} />
    </Dialog>
  )
}

function Cancelling({ appointment: { id, personId, startUtc }, onClose }: Given) {
  const { api } = useAgent()
  const changed = useAppointmentsChanged(personId)
  const [reason, setReason] = useState('')
  const cancelling = useMutation({
    mutationFn: () =>
      api.patch('/people/{personId}/appointments/{appointmentId}', {
        path: { personId, appointmentId: id },
        body: { status: 'cancelled', ...(reason && { reason }) },
      }),
    onSuccess: async () => {
      tell.done(texts.cancelled)
      onClose()
      await changed()
    },
  })
  return (
    <Stack>
      {cancelling.error && <Refusal error={cancelling.error} />}
      <Text>{spokenTime(startUtc)}</Text>
      <Textarea
        label={texts.reason}
        autosize
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.keep}
        </Button>
        <Button color="red" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {texts.cancelIt}
        </Button>
      </Group>
    </Stack>
  )
}
