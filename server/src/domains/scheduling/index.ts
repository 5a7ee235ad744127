import { AppointmentCreate, AppointmentPatch, getDurationMinutes } from './appointments/appointment.ts'
import { keepLocation, loadSchedulingTerms } from './appointments/availability.ts'
import { checkCalendarsForBooking, createBooking } from './appointments/book.ts'
import { changeAppointment, checkCalendarsForChange } from './appointments/change.ts'
import { findOpenSlots, serializeSlots } from './appointments/find-open-slots.ts'
import {
  findAppointment,
  findAppointmentById,
  findUpcomingAppointments,
  lockAppointment,
} from './appointments/queries.ts'
import { chooseSandboxHost, findSandboxSlots } from './appointments/sandbox-calendar.ts'
import { hasHours } from './slots/hours.ts'

/** Public interface of the domain; other domains import only from here. */
export type { Appointment } from './appointments/appointment.ts'
export { createAppointmentPersonListener } from './appointments/person-listener.ts'
export { readAppointment } from './appointments/read-appointment.ts'
export { appointmentWork } from './appointments/worker.ts'
export { type Calendars, createCalendars } from './calendars/calendars.ts'
export { deleteOrphanedLinks, findLinkingAgents } from './calendars/link.ts'
export { calendarWork, retryAbandonedCalendarEvents } from './calendars/worker.ts'
export type { ScheduleReminder } from './deps.ts'
export { deleteOldMails } from './mail/queries.ts'
export { mailConcurrency, mailWork } from './mail/worker.ts'
export { schedulingRoutes } from './routes/index.ts'

export const appointments = {
  Booking: AppointmentCreate,
  Patch: AppointmentPatch,
  hasHours,
  openSlots: findOpenSlots,
  serializeSlots,
  checkCalendarsForBooking,
  book: createBooking,
  checkCalendarsForChange,
  change: changeAppointment,
  find: findAppointment,
  findById: findAppointmentById,
  lock: lockAppointment,
  findUpcoming: findUpcomingAppointments,
  getDurationMinutes,
  /** For the sandbox, which has a calendar of its own and stores nothing here. */
  loadTerms: loadSchedulingTerms,
  keepLocation,
  findSandboxSlots,
  chooseSandboxHost,
}
