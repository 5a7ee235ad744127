import { appointmentStatuses } from '@parley/definition/vocabulary'

const views = ['upcoming', 'past', 'week'] as const
type AppointmentView = (typeof views)[number]
type AppointmentStatus = (typeof appointmentStatuses)[number]
export type AppointmentSearch = {
  view?: AppointmentView
  /** Any day of the week that is shown. */
  day?: string
  representativeId?: string
  locationId?: string
  status?: AppointmentStatus
}

export function readAppointmentSearch(search: Record<string, unknown>): AppointmentSearch {
  const { view, day, representativeId, locationId, status } = search
  const known: AppointmentSearch = {
    view: views.find((one) => one === view),
    day: typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
    representativeId: typeof representativeId === 'string' ? representativeId : undefined,
    locationId: typeof locationId === 'string' ? locationId : undefined,
    status: appointmentStatuses.find((one) => one === status),
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
