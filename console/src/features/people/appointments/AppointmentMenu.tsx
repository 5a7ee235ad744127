import { ActionIcon, Group, Tooltip } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconCalendarTime, IconCalendarX } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { BookingModal } from './BookingModal.tsx'
import { CancelModal } from './CancelModal.tsx'
import { formatDateTime } from './format-times.ts'

const texts = strings.appointments

/** What is over or cancelled stays as it is. */
export function AppointmentMenu({ appointment }: { appointment: Schema<'Appointment'> }) {
  const [doing, setDoing] = useState<'move' | 'cancel'>()
  const { status, startUtc, endUtc, personId } = appointment
  if (status === 'cancelled' || Date.parse(endUtc) < Date.now()) return null
  const when = formatDateTime(startUtc)
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
