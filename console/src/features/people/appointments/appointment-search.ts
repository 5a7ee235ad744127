const views = ['upcoming', 'past', 'week'] as const
type AppointmentView = (typeof views)[number]
export const appointmentStatusFilters = ['scheduled', 'rescheduled', 'cancelled'] as const
type AppointmentStatus = (typeof appointmentStatusFilters)[number]
export type AppointmentSearch = {
  view?: AppointmentView
  /** Any day of the week that is shown. */
  day?: string
  representativeId?: string
  status?: AppointmentStatus
}

export function readAppointmentSearch(search: Record<string, unknown>): AppointmentSearch {
  const { view, day, representativeId, status } = search
  const known: AppointmentSearch = {
    view: views.find((one) => one === view),
    day: typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
    representativeId: typeof representativeId === 'string' ? representativeId : undefined,
    status: appointmentStatusFilters.find((one) => one === status),
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
