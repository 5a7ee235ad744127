import type { Schema } from '@parley/sdk'
import type { ReactNode } from 'react'
import type { Editor } from '../../../components/editor/useEditor.ts'

type Config = Schema<'SchedulingConfig'>
export type SchedulingWindow = Schema<'SchedulingWindow'>
export type RepresentativeForm = {
  id: string
  name: string
  title: string
  phone: string
  email: string
  type: string
  timezone: string
  ownHours: boolean
  workingHours: SchedulingWindow[]
}

export type SchedulingForm = {
  timezone: string
  availableHours: SchedulingWindow[]
  blackoutDates: string[]
  disallowSameDayBooking: boolean
  defaultDurationMinutes: number | ''
  notificationRecipients: string[]
  reminders: {
    enabled: boolean
    leadMinutes: number | ''
    includeContactCard: boolean
    ignoreSafeHours: boolean
    playbookId: string
  }
  defaultRepresentativeIdentity: string
  representatives: RepresentativeForm[]
}

export const blankRepresentative: RepresentativeForm = {
  id: '',
  name: '',
  title: '',
  phone: '',
  email: '',
  type: '',
  timezone: '',
  ownHours: false,
  workingHours: [],
}

const noReminders: SchedulingForm['reminders'] = {
  enabled: false,
  leadMinutes: '',
  includeContactCard: false,
  ignoreSafeHours: false,
  playbookId: '',
}

export function toSchedulingForm(config: Config): SchedulingForm {
  return {
    timezone: config.timezone ?? '',
    availableHours: config.availableHours ?? [],
    blackoutDates: config.blackoutDates ?? [],
    disallowSameDayBooking: config.disallowSameDayBooking ?? false,
    defaultDurationMinutes: config.defaultDurationMinutes ?? '',
    notificationRecipients: config.notificationRecipients ?? [],
    reminders: { ...noReminders, ...config.reminders },
    defaultRepresentativeIdentity: config.defaultRepresentativeIdentity ?? '',
    representatives: config.representatives.map(({ availability, ...known }) => ({
      ...blankRepresentative,
      ...known,
      timezone: availability?.timezone ?? '',
      ownHours: availability?.workingHours !== undefined,
      workingHours: availability?.workingHours ?? [],
    })),
  }
}

export function toSchedulingBody(form: SchedulingForm): Schema<'SchedulingBody'> {
  const { reminders, representatives, blackoutDates, notificationRecipients, availableHours, ...plain } = form
  return {
    ...filled(plain),
    availableHours,
    blackoutDates,
    notificationRecipients,
    reminders: filled(reminders),
    representatives: representatives.map(toRepresentativeBody),
  }
}

function toRepresentativeBody({ timezone, ownHours, workingHours, id, name, ...more }: RepresentativeForm) {
  const availability = { ...(timezone && { timezone }), ...(ownHours && { workingHours }) }
  return { id, name, ...filled(more), ...(Object.keys(availability).length > 0 && { availability }) }
}

/** Omits empty values. */
function filled<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], ''> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== '')
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], ''> }
}

export const schedulingField = (field: string): string =>
  field.replace(/^scheduling\./, '').replace(/\.availability\./, '.')

export type SchedulingEditor = Editor<SchedulingForm>

/** Returns the first validation error below a path. */
export const findErrorBelow = (errors: Record<string, ReactNode>, path: string): ReactNode =>
  Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1]
