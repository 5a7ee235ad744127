import { worksAt } from '@parley/definition'
import { appointments } from '../../scheduling/index.ts'
import { catchClientProblems } from '../actions/client-problems.ts'
import type { ActionResult, AgentActions, AppointmentSummary, OfferedTimes, OpenTimesQuery } from '../deps.ts'
import { type SandboxActionDeps, type SandboxTarget, withSandboxState } from './deps.ts'
import { findSandboxState } from './queries.ts'
import { isOpenAppointment, listUpcomingAppointments } from './sandbox-person.ts'
import type { SandboxAppointment, SandboxState } from './sandbox-state.ts'

/** Sandbox appointments: the hours and rules of live ones, in a calendar of their own. */

type CalendarActions = Pick<AgentActions, 'findOpenTimes' | 'book' | 'reschedule' | 'cancel' | 'upcomingAppointments'>
type LoadedTerms = Awaited<ReturnType<typeof appointments.loadTerms>>

export const sandboxCalendarActions = (target: SandboxTarget, deps: SandboxActionDeps): CalendarActions => ({
  findOpenTimes: (query) => catchClientProblems(() => offerTimes(target, deps, query)),
  book: (wish) => catchClientProblems(() => book(target, deps, wish)),
  reschedule: (wish) => catchClientProblems(() => reschedule(target, deps, wish)),
  cancel: (wish) => catchClientProblems(() => cancel(target, deps, wish)),
  async upcomingAppointments() {
    const sandbox = await findSandboxState(deps.db, target.agent, target.asid)
    return sandbox ? listUpcomingAppointments(sandbox, deps.world.now()).map(toAppointmentSummary) : []
  },
})

const findTerms = ({ agent }: SandboxTarget, { db, definitions }: SandboxActionDeps): Promise<LoadedTerms> =>
  appointments.loadTerms(db, agent, definitions)

async function offerTimes(
  target: SandboxTarget,
  deps: SandboxActionDeps,
  wish: OpenTimesQuery,
): Promise<ActionResult<OfferedTimes>> {
  const { from, to, locationId, durationMinutes, most } = wish
  const terms = await findTerms(target, deps)
  const sandbox = await findSandboxState(deps.db, target.agent, target.asid)
  const assigned = sandbox?.partner.assignedRepresentativeId
  const known = terms.config.representatives.find(({ id }) => id === assigned)?.id
  const isThere = known !== undefined && worksAt(terms.locations ?? [], { locationId, representativeId: known })
  const query = { from: from?.toISOString(), to: to?.toISOString(), durationMinutes, locationId }
  const plan = { terms, now: deps.world.now(), bookedTimes: sandbox ? listBookedTimes(sandbox) : [] }
  const found = appointments.findSandboxSlots(plan, {
    ...query,
    representativeId: wish.representativeId ?? (isThere ? known : undefined),
  })
  const { data, timezone } = appointments.serializeSlots({ ...found, slots: found.slots.slice(0, most) })
  return { ok: true, value: { times: data, timezone } }
}

async function book(
  target: SandboxTarget,
  deps: SandboxActionDeps,
  wish: Parameters<AgentActions['book']>[0],
): Promise<ActionResult<AppointmentSummary>> {
  const { startUtc, durationMinutes, representativeId, locationId, notes } = wish
  const terms = await findTerms(target, deps)
  return withSandboxState(target, deps, (sandbox) => {
    const { partner } = sandbox
    const now = deps.world.now()
    const known = listUpcomingAppointments(sandbox, now).find((one) => one.startUtc === startUtc.toISOString())
    if (known) return { value: succeed(known) }
    const wished = {
      startUtc,
      durationMinutes,
      requested: representativeId,
      assigned: partner.assignedRepresentativeId,
      locationId,
      preferredLocationId: partner.preferredLocationId,
    }
    const booked = appointments.chooseSandboxHost({ terms, now, bookedTimes: listBookedTimes(sandbox) }, wished)
    const appointment: SandboxAppointment = {
      id: deps.world.newId('apt'),
      ...toInterval(booked),
      timezone: booked.location ? booked.zone : (partner.timezone ?? terms.zone),
      status: 'scheduled',
      ...toHost(booked),
      ...(notes?.trim() && { notes }),
      bookedAt: now.toISOString(),
    }
    const effect = createAppointmentEffect('booked', appointment)
    return { value: succeed(appointment), after: withAppointment(sandbox, appointment, now), effect }
  })
}

async function reschedule(
  target: SandboxTarget,
  deps: SandboxActionDeps,
  { appointmentId, startUtc }: Parameters<AgentActions['reschedule']>[0],
): Promise<ActionResult<AppointmentSummary>> {
  const terms = await findTerms(target, deps)
  return withSandboxState(target, deps, (sandbox) => {
    const now = deps.world.now()
    const meant = findMeantAppointment(sandbox, { appointmentId, verb: 'move' }, now)
    if (!meant.ok) return { value: meant }
    const before = meant.value
    const others = listBookedTimes({
      ...sandbox,
      appointments: sandbox.appointments.filter(({ id }) => id !== before.id),
    })
    const wished = { startUtc, durationMinutes: countMinutes(before), current: before.representativeId }
    const there = appointments.keepLocation(terms, before.locationId)
    const moved = appointments.chooseSandboxHost({ terms: there, now, bookedTimes: others }, wished)
    const time = { ...toInterval(moved), bookedAt: now.toISOString() }
    const after: SandboxAppointment = { ...before, ...time, ...toHost(moved), status: 'rescheduled' }
    return {
      value: succeed(after),
      after: withAppointment(sandbox, after, now),
      effect: createAppointmentEffect('rescheduled', after),
    }
  })
}

async function cancel(
  target: SandboxTarget,
  deps: SandboxActionDeps,
  { appointmentId, reason }: Parameters<AgentActions['cancel']>[0],
): Promise<ActionResult<AppointmentSummary>> {
  return withSandboxState(target, deps, (sandbox) => {
    const now = deps.world.now()
    const meant = findMeantAppointment(sandbox, { appointmentId, verb: 'cancel' }, now)
    if (!meant.ok) return { value: meant }
    const after: SandboxAppointment = { ...meant.value, status: 'cancelled' }
    const effect = createAppointmentEffect('cancelled', { ...after, ...(reason?.trim() && { reason }) })
    return { value: succeed(after), after: withAppointment(sandbox, after, now), effect }
  })
}

type AppointmentReference = { appointmentId?: string; verb: 'move' | 'cancel' }

/** Returns the appointment that was named, or the only one. */
function findMeantAppointment(
  sandbox: SandboxState,
  { appointmentId, verb }: AppointmentReference,
  now: Date,
): ActionResult<SandboxAppointment> {
  const theirs = listUpcomingAppointments(sandbox, now)
  const found = theirs.filter(({ id }) => appointmentId === undefined || id === appointmentId)
  const [only] = found
  if (only && found.length === 1) return { ok: true, value: only }
  if (appointmentId !== undefined) return { ok: false, reason: 'That appointment does not exist.' }
  if (!only) return { ok: false, reason: `There is no appointment to ${verb}.` }
  return { ok: false, reason: `There are ${found.length} appointments: say which one to ${verb}.` }
}

function listBookedTimes({ appointments: all }: SandboxState) {
  return all.filter(isOpenAppointment).map(({ representativeId, locationId, startUtc, endUtc }) => ({
    representativeId,
    locationId,
    startUtc: new Date(startUtc),
    endUtc: new Date(endUtc),
  }))
}

/** Updates the person's next call, as live bookings do. */
function withAppointment(sandbox: SandboxState, appointment: SandboxAppointment, now: Date): SandboxState {
  const others = sandbox.appointments.filter(({ id }) => id !== appointment.id)
  const after = { ...sandbox, appointments: [...others, appointment] }
  const [next] = listUpcomingAppointments(after, now)
  const { scheduledCallAt: _, ...partner } = sandbox.partner
  return { ...after, partner: { ...partner, ...(next && { scheduledCallAt: new Date(next.startUtc) }) } }
}

type PlannedTime = ReturnType<typeof appointments.chooseSandboxHost>

const toInterval = ({ start, end }: PlannedTime) => ({
  startUtc: new Date(start).toISOString(),
  endUtc: new Date(end).toISOString(),
})

const toHost = ({ host, location }: PlannedTime) => ({
  ...(location && { locationId: location.id, locationName: location.name }),
  ...(host.id !== '' && { representativeId: host.id }),
  ...(host.name !== undefined && { representativeName: host.name }),
})

const countMinutes = ({ startUtc, endUtc }: SandboxAppointment): number =>
  (Date.parse(endUtc) - Date.parse(startUtc)) / 60_000

const succeed = (appointment: SandboxAppointment): ActionResult<AppointmentSummary> => ({
  ok: true,
  value: toAppointmentSummary(appointment),
})

function toAppointmentSummary(appointment: SandboxAppointment): AppointmentSummary {
  const { id, startUtc, timezone, representativeName, locationId, locationName, notes } = appointment
  return {
    id,
    startUtc,
    durationMinutes: countMinutes(appointment),
    timezone,
    ...(representativeName !== undefined && { representativeName }),
    ...(locationId !== undefined && { locationId, locationName }),
    ...(notes !== undefined && { notes }),
  }
}

const effectVerbs = { booked: 'Booked', rescheduled: 'Moved to', cancelled: 'Canceled' } as const

function createAppointmentEffect(
  verb: keyof typeof effectVerbs,
  appointment: SandboxAppointment & { reason?: string },
) {
  const { startUtc, timezone: timeZone, representativeName, locationName } = appointment
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone })
  const whom = representativeName ? ` with ${representativeName}` : ''
  const where = locationName ? ` at ${locationName}` : ''
  const summary = `${effectVerbs[verb]} ${format.format(new Date(startUtc))} (${timeZone})${whom}${where}`
  const { given: _, bookedAt: __, ...payload } = appointment
  return { kind: `appointment.${verb}`, summary, payload }
}
