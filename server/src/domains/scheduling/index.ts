import { AppointmentCreate, AppointmentPatch, minutesOf } from './appointments/appointment.ts'
import { askForBooking, book } from './appointments/book.ts'
import { askForChange, changeAppointment } from './appointments/change.ts'
import { openSlotsFor, shownSlots } from './appointments/open-slots-for.ts'
import { plannedHost, plannedSlots } from './appointments/plan.ts'
import { appointmentsToCome, findAppointment, findAppointmentById, lockAppointment } from './appointments/queries.ts'
import { termsOf } from './appointments/terms.ts'
import { hasHours } from './slots/hours.ts'

/** The only door of the domain. */
export type { Appointment } from './appointments/appointment.ts'
export { personListener } from './appointments/person-listener.ts'
export { readAppointment } from './appointments/read-appointment.ts'
export { appointmentWork } from './appointments/worker.ts'
export { agentsLinking } from './calendars/agents-linking.ts'
export { calendarsOf } from './calendars/calendars.ts'
export { forgetLostCalendars } from './calendars/lost-calendars.ts'
export { calendarWork, reviveCalendarEvents } from './calendars/worker.ts'
export type { Remind } from './deps.ts'
export { forgetOldMails } from './mail/queries.ts'
export { mailsAtOnce, mailWork } from './mail/worker.ts'
export { schedulingRoutes } from './routes/index.ts'

/** Appointments as the API books and changes them, for those who act in a conversation. */
export const appointments = {
  Booking: AppointmentCreate,
  Patch: AppointmentPatch,
  hasHours,
  openSlots: openSlotsFor,
  shownSlots,
  askForBooking,
  book,
  askForChange,
  change: changeAppointment,
  find: findAppointment,
  findById: findAppointmentById,
  lock: lockAppointment,
  toCome: appointmentsToCome,
  minutesOf,
  /** Where nothing is kept here: a rehearsal has a calendar of its own. */
  termsOf,
  plannedSlots,
  plannedHost,
}
