import type { Db } from '../../../platform/db/database.ts'
import { type Person, personProfiles } from '../../people/index.ts'
import { type Appointment, appointments } from '../../scheduling/index.ts'
import type { ActionResult, AgentActions, AppointmentSummary } from '../deps.ts'
import { catchClientProblems, parseOrThrow } from './client-problems.ts'
import type { ActionDeps, ActionTarget } from './deps.ts'
import { personNotFound, withLockedPerson } from './person.ts'

/**
 * Appointment actions for the person of the conversation, through the same functions as the API. Calendars are queried
 * first, outside any transaction.
 */

const maxUpcoming = 50
const bookingAttempts = 2

export const liveAppointmentActions = (target: ActionTarget, deps: ActionDeps): AppointmentActions => ({
  book: (wish) => bookAppointment(target, deps, wish),
  reschedule: ({ appointmentId, startUtc }) =>
    catchClientProblems(() => {
      const patch = parseOrThrow(appointments.Patch, { startUtc: startUtc.toISOString() })
      return changeUpcoming(target, deps, { appointmentId, verb: 'move', patch })
    }),
  cancel: ({ appointmentId, reason }) =>
    catchClientProblems(() => {
      const patch = parseOrThrow(appointments.Patch, { status: 'cancelled', reason })
      return changeUpcoming(target, deps, { appointmentId, verb: 'cancel', patch })
    }),
  async upcomingAppointments() {
    const person = await personProfiles.findByAsid(deps.db, target.agent, target.asid)
    return person ? (await listUpcoming(deps.db, target, person, deps)).map(toAppointmentSummary) : []
  },
})
type AppointmentActions = Pick<AgentActions, 'book' | 'reschedule' | 'cancel' | 'upcomingAppointments'>

async function bookAppointment(
  target: ActionTarget,
  deps: ActionDeps,
  wish: Parameters<AgentActions['book']>[0],
): Promise<ActionResult<AppointmentSummary>> {
  const { agent, asid } = target
  return catchClientProblems(async () => {
    const person = await personProfiles.findByAsid(deps.db, agent, asid)
    if (!person) return personNotFound
    const booking = parseOrThrow(appointments.Booking, { ...wish, startUtc: wish.startUtc.toISOString() })
    const calendars = await appointments.checkCalendarsForBooking(deps.db, agent, { person, booking }, deps)
    return withLockedPerson(target, deps, async (tx, person) => {
      // An event may be delivered twice: if the person already has this exact time, the booking was done.
      const theirs = (await listUpcoming(tx, target, person, deps)).find((one) => isAt(one, booking.startUtc))
      return succeed(
        theirs ?? (await appointments.book(tx, agent, { person, booking, calendarCheck: calendars }, deps)),
      )
    })
  })
}

const isAt = ({ startUtc }: Appointment, at: Date): boolean => startUtc.getTime() === at.getTime()

type Patch = Parameters<typeof appointments.change>[2]['patch']
type ChangeRequest = { appointmentId?: string; verb: 'move' | 'cancel'; patch: Patch }

/** A named appointment must belong to the person; without a name it must be their only one. */
async function changeUpcoming(
  target: ActionTarget,
  deps: ActionDeps,
  request: ChangeRequest,
  left = bookingAttempts,
): Promise<ActionResult<AppointmentSummary>> {
  const { agent, asid } = target
  const { patch } = request
  const person = await personProfiles.findByAsid(deps.db, agent, asid)
  if (!person) return personNotFound
  const meant = await findMeantAppointment(target, person, request, deps)
  if (!meant.ok) return meant
  const { id: appointmentId } = meant.value
  const calendars = await appointments.checkCalendarsForChange(
    deps.db,
    agent,
    { person, appointment: meant.value, patch },
    deps,
  )
  const changed = await withLockedPerson(target, deps, async (tx, person) => {
    const appointment = await appointments.lock(tx, agent, { personId: person.id, appointmentId })
    if (!appointment) return appointmentGone
    return succeed(await appointments.change(tx, agent, { person, appointment, patch, calendarCheck: calendars }, deps))
  })
  // The person may have been merged a moment ago, so look up their appointments once more.
  return changed === appointmentGone && left > 1 ? changeUpcoming(target, deps, request, left - 1) : changed
}

const appointmentGone: ActionResult<never> = { ok: false, reason: 'That appointment does not exist.' }

async function findMeantAppointment(
  target: ActionTarget,
  person: Person,
  { appointmentId, verb }: ChangeRequest,
  deps: ActionDeps,
): Promise<ActionResult<Appointment>> {
  if (appointmentId !== undefined) {
    const named = await appointments.find(deps.db, target.agent, { personId: person.id, appointmentId })
    return named ? { ok: true, value: named } : appointmentGone
  }
  const theirs = await listUpcoming(deps.db, target, person, deps)
  const [only] = theirs
  if (!only) return { ok: false, reason: `There is no appointment to ${verb}.` }
  if (theirs.length === 1) return { ok: true, value: only }
  return { ok: false, reason: `There are ${theirs.length} appointments: say which one to ${verb}.` }
}

function listUpcoming(db: Db, { agent }: ActionTarget, person: Person, { world }: ActionDeps): Promise<Appointment[]> {
  return appointments.findUpcoming(db, agent, { personKey: person.key, now: world.now(), most: maxUpcoming })
}

const succeed = (appointment: Appointment): ActionResult<AppointmentSummary> => ({
  ok: true,
  value: toAppointmentSummary(appointment),
})

function toAppointmentSummary(appointment: Appointment): AppointmentSummary {
  const { id, startUtc, prospectTimezone: timezone, host, location, notes } = appointment
  return {
    id,
    startUtc: startUtc.toISOString(),
    durationMinutes: appointments.getDurationMinutes(appointment),
    timezone,
    ...(host.name !== undefined && { representativeName: host.name }),
    ...(location && { locationId: location.id, locationName: location.name }),
    ...(notes !== undefined && { notes }),
  }
}
