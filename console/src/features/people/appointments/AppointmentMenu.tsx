import { ActionIcon, Button, Group, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconCalendarTime, IconCalendarX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/appointments.ts'
import { usePlaceTimeZone } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { formatDateTime } from '../../../components/times.ts'
import { BookingModal } from './BookingModal.tsx'
import { useInvalidateAppointments } from './useAppointments.ts'

type CancelModalProps = { appointment: Schema<'Appointment'>; onClose: () => void }

function CancelModal({ appointment, onClose }: CancelModalProps) {
  return (
    <Dialog onClose={onClose} title={texts.cancelTitle}>
      <CancelForm appointment={appointment} onClose={onClose} />
    </Dialog>
  )
}

function CancelForm({ appointment: { id, personId, startUtc }, onClose }: CancelModalProps) {
  const { api } = useAgent()
  const zone = usePlaceTimeZone() ?? 'UTC'
  const changed = useInvalidateAppointments(personId)
  const [reason, setReason] = useState('')
  const canceling = useMutation({
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
      {canceling.error && <RefusalSummary error={canceling.error} />}
      <Text>{formatDateTime(startUtc, zone)}</Text>
      <Textarea
        label={texts.reason}
        autosize
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {texts.keep}
        </Button>
        <Button color="red" loading={canceling.isPending} onClick={() => canceling.mutate()}>
          {texts.cancelIt}
        </Button>
      </FormActions>
    </Stack>
  )
}

const texts = strings.appointments

/** Past and canceled appointments have no actions. */
export function AppointmentMenu({ appointment }: { appointment: Schema<'Appointment'> }) {
  const [doing, setDoing] = useState<'move' | 'cancel'>()
  const zone = usePlaceTimeZone() ?? 'UTC'
  const { status, startUtc, endUtc, personId } = appointment
  if (status === 'cancelled' || Date.parse(endUtc) < Date.now()) return null
  const when = formatDateTime(startUtc, zone)
  const close = () => setDoing(undefined)
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {Date.parse(startUtc) > Date.now() && (
        <Tooltip label={texts.move}>
          <ActionIcon variant="subtle" aria-label={texts.moveOf(when)} onClick={() => setDoing('move')}>
            <IconCalendarTime size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={texts.cancelIt}>
        <ActionIcon variant="subtle" color="red" aria-label={texts.cancelOf(when)} onClick={() => setDoing('cancel')}>
          <IconCalendarX size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <BookingModal personId={personId} opened={doing === 'move'} onClose={close} moved={appointment} />
      {doing === 'cancel' && <CancelModal appointment={appointment} onClose={close} />}
    </Group>
  )
}
