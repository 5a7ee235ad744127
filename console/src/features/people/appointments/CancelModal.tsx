import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { notify } from '../../../components/notify.tsx'
import { formatDateTime } from './format-times.ts'
import { useInvalidateAppointments } from './useInvalidateAppointments.ts'

type CancelModalProps = { appointment: Schema<'Appointment'>; onClose: () => void }
const texts = strings.appointments

export function CancelModal({ appointment, onClose }: CancelModalProps) {
  return (
    <Dialog onClose={onClose} title={texts.cancelTitle}>
      <CancelForm appointment={appointment} onClose={onClose} />
    </Dialog>
  )
}

function CancelForm({ appointment: { id, personId, startUtc }, onClose }: CancelModalProps) {
  const { api } = useAgent()
  const changed = useInvalidateAppointments(personId)
  const [reason, setReason] = useState('')
  const cancelling = useMutation({
    mutationFn: () =>
      api.patch('/people/{personId}/appointments/{appointmentId}', {
        path: { personId, appointmentId: id },
        body: { status: 'cancelled', ...(reason && { reason }) },
      }),
    onSuccess: async () => {
      notify.success(texts.cancelled)
      onClose()
      await changed()
    },
  })
  return (
    <Stack>
      {cancelling.error && <RefusalSummary error={cancelling.error} />}
      <Text>{formatDateTime(startUtc)}</Text>
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
