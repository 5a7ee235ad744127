import type { Schema } from '@parley/sdk'
import { getBrowserTimeZone } from '../../../components/times.ts'

export const deskWeekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

type DeskSettings = Schema<'DeskSettings'>
export type HoursSpan = NonNullable<DeskSettings['hours']>[number]
export type DeskSettingsForm = {
  enabled: boolean
  hours: HoursSpan[]
  waitingMessage: string
  closedMessage: string
  returnAfterMinutes: number | string
  assignment: 'manual' | 'roundRobin'
  members: string[]
}

export const newHoursSpan = (): HoursSpan => ({
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:00',
  timeZone: getBrowserTimeZone(),
})

export const toDeskForm = (settings: DeskSettings): DeskSettingsForm => ({
  enabled: settings.enabled ?? false,
  hours: settings.hours ?? [],
  waitingMessage: settings.waitingMessage ?? '',
  closedMessage: settings.closedMessage ?? '',
  returnAfterMinutes: settings.returnAfterMinutes ?? 60,
  assignment: settings.assignment ?? 'manual',
  members: settings.members ?? [],
})

/** Empty fields restore their defaults. */
export function toDeskBody(form: DeskSettingsForm): DeskSettings {
  const { hours, waitingMessage, closedMessage, returnAfterMinutes, members, ...rest } = form
  return {
    ...rest,
    ...(hours.length > 0 && { hours }),
    ...(waitingMessage.trim() !== '' && { waitingMessage }),
    ...(closedMessage.trim() !== '' && { closedMessage }),
    ...(returnAfterMinutes !== '' && { returnAfterMinutes: Number(returnAfterMinutes) }),
    ...(members.length > 0 && { members }),
  } as DeskSettings
}
