import { appointments } from '../../scheduling/index.ts'
import type { Done, Hands, Meeting, OfferedTimes, TimesWish } from '../deps.ts'
import { unlessRefused } from '../hands/refused.ts'
import { type Held, type RehearsalHandsDeps, withRehearsal } from './deps.ts'
import { isOpen, toCome } from './given-appointments.ts'
import { findRehearsal } from './queries.ts'
import type { Rehearsal, RehearsedAppointment } from './rehearsal.ts'

/** Appointments of a rehearsal: by the hours and rules of live ones, in a calendar of its own. */

type CalendarHands = Pick<Hands, 'offerTimes' | 'book' | 'reschedule' | 'cancel' | 'meetings'>
type Terms = Awaited<ReturnType<typeof appointments.termsOf>>

export const calendarHands = (held: Held, deps: RehearsalHandsDeps): CalendarHands => ({
  offerTimes: (wish) => unlessRefused(() => offerTimes(held, deps, wish)),
  book: (wish) => unlessRefused(() => book(held, deps, wish)),
  reschedule: (wish) => unlessRefused(() => reschedule(held, deps, wish)),
  cancel: (wish) => unlessRefused(() => cancel(held, deps, wish)),
  async meetings() {
    const rehearsal = await findRehearsal(deps.db, held.agent, held.asid)
    return rehearsal ? toCome(rehearsal, deps.world.now()).map(asMeeting) : []
  },
})

const termsFor = ({ agent }: Held, { db, definitions }: RehearsalHandsDeps): Promise<Terms> =>
  appointments.termsOf(db, agent, definitions)

async function offerTimes(held: Held, deps: RehearsalHandsDeps, wish: TimesWish): Promise<Done<OfferedTimes>> {
  const { from, to, durationMinutes, most } = wish
  const terms = await termsFor(held, deps)
  const rehearsal = await findRehearsal(deps.db, held.agent, held.asid)
  const assigned = rehearsal?.partner.assignedRepresentativeId
  const known = terms.config.representatives.find(({ id }) => id === assigned)?.id
  const query = { from: from?.toISOString(), to: to?.toISOString(), durationMinutes }
  const plan = { terms, now: deps.world.now(), held: rehearsal ? taken(rehearsal) : [] }
  const found = appointments.plannedSlots(plan, { ...query, representativeId: wish.representativeId ?? known })
  const { data, timezone } = appointments.shownSlots({ ...found, slots: found.slots.slice(0, most) })
  return { ok: true, value: { times: data, timezone } }
}

async function book(held: Held, deps: RehearsalHandsDeps, wish: Parameters<Hands['book']>[0]): Promise<Done<Meeting>> {
  const { startUtc, durationMinutes, representativeId, notes } = wish
  const terms = await termsFor(held, deps)
  return withRehearsal(held, deps, (rehearsal) => {
    const { partner } = rehearsal
    const now = deps.world.now()
    const known = toCome(rehearsal, now).find((one) => one.startUtc === startUtc.toISOString())
    if (known) return { value: done(known) }
    const wished = { startUtc, durationMinutes, asked: representativeId, assigned: partner.assignedRepresentativeId }
    const booked = appointments.plannedHost({ terms, now, held: taken(rehearsal) }, wished)
    const appointment: RehearsedAppointment = {
      id: deps.world.newId('apt'),
      ...timesOf(booked),
      timezone: partner.timezone ?? terms.zone,
      status: 'scheduled',
      ...hostOf(booked),
      ...(notes?.trim() && { notes }),
    }
    const effect = effectOf('booked', appointment)
    return { value: done(appointment), after: withAppointment(rehearsal, appointment, now), effect }
  })
}

async function reschedule(
  held: Held,
  deps: RehearsalHandsDeps,
  { appointmentId, startUtc }: Parameters<Hands['reschedule']>[0],
): Promise<Done<Meeting>> {
  const terms = await termsFor(held, deps)
  return withRehearsal(held, deps, (rehearsal) => {
    const now = deps.world.now()
    const meant = meantBy(rehearsal, { appointmentId, verb: 'move' }, now)
    if (!meant.ok) return { value: meant }
    const before = meant.value
    const others = taken({ ...rehearsal, appointments: rehearsal.appointments.filter(({ id }) => id !== before.id) })
    const wished = { startUtc, durationMinutes: minutesOf(before), current: before.representativeId }
    const moved = appointments.plannedHost({ terms, now, held: others }, wished)
    const after: RehearsedAppointment = { ...before, ...timesOf(moved), ...hostOf(moved), status: 'rescheduled' }
    return { value: done(after), after: withAppointment(rehearsal, after, now), effect: effectOf('rescheduled', after) }
  })
}

async function cancel(
  held: Held,
  deps: RehearsalHandsDeps,
  { appointmentId, reason }: Parameters<Hands['cancel']>[0],
): Promise<Done<Meeting>> {
  return withRehearsal(held, deps, (rehearsal) => {
    const now = deps.world.now()
    const meant = meantBy(rehearsal, { appointmentId, verb: 'cancel' }, now)
    if (!meant.ok) return { value: meant }
    const after: RehearsedAppointment = { ...meant.value, status: 'cancelled' }
    const effect = effectOf('cancelled', { ...after, ...(reason?.trim() && { reason }) })
    return { value: done(after), after: withAppointment(rehearsal, after, now), effect }
  })
}

type Wish = { appointmentId?: string; verb: 'move' | 'cancel' }

/** One that was named, or the only one that they have. */
function meantBy(rehearsal: Rehearsal, { appointmentId, verb }: Wish, now: Date): Done<RehearsedAppointment> {
  const theirs = toCome(rehearsal, now)
  const found = theirs.filter(({ id }) => appointmentId === undefined || id === appointmentId)
  const [only] = found
  if (only && found.length === 1) return { ok: true, value: only }
  if (appointmentId !== undefined) return { ok: false, why: 'There is no such appointment.' }
  if (!only) return { ok: false, why: `There is no appointment to ${verb}.` }
  return { ok: false, why: `There are ${found.length} appointments: it must be said which one to ${verb}.` }
}

function taken({ appointments: all }: Rehearsal) {
  return all.filter(isOpen).map(({ representativeId, startUtc, endUtc }) => ({
    representativeId,
    startUtc: new Date(startUtc),
    endUtc: new Date(endUtc),
  }))
}

/** The person shows their next call, as they do live. */
function withAppointment(rehearsal: Rehearsal, appointment: RehearsedAppointment, now: Date): Rehearsal {
  const others = rehearsal.appointments.filter(({ id }) => id !== appointment.id)
  const after = { ...rehearsal, appointments: [...others, appointment] }
  const [next] = toCome(after, now)
  const { scheduledCallAt: _, ...partner } = rehearsal.partner
  return { ...after, partner: { ...partner, ...(next && { scheduledCallAt: new Date(next.startUtc) }) } }
}

type Planned = ReturnType<typeof appointments.plannedHost>

const timesOf = ({ start, end }: Planned) => ({
  startUtc: new Date(start).toISOString(),
  endUtc: new Date(end).toISOString(),
})

const hostOf = ({ host }: Planned) => ({
  ...(host.id !== '' && { representativeId: host.id }),
  ...(host.name !== undefined && { representativeName: host.name }),
})

const minutesOf = ({ startUtc, endUtc }: RehearsedAppointment): number =>
  (Date.parse(endUtc) - Date.parse(startUtc)) / 60_000

const done = (appointment: RehearsedAppointment): Done<Meeting> => ({ ok: true, value: asMeeting(appointment) })

function asMeeting(appointment: RehearsedAppointment): Meeting {
  const { id, startUtc, timezone, representativeName, notes } = appointment
  return {
    id,
    startUtc,
    durationMinutes: minutesOf(appointment),
    timezone,
    ...(representativeName !== undefined && { representativeName }),
    ...(notes !== undefined && { notes }),
  }
}

const verbs = { booked: 'Booked', rescheduled: 'Moved to', cancelled: 'Cancelled' } as const

function effectOf(verb: keyof typeof verbs, appointment: RehearsedAppointment & { reason?: string }) {
  const { startUtc, timezone: timeZone, representativeName } = appointment
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone })
  const whom = representativeName ? ` with ${representativeName}` : ''
  const summary = `${verbs[verb]} ${format.format(new Date(startUtc))} (${timeZone})${whom}`
  const { given: _, ...payload } = appointment
  return { kind: `appointment.${verb}`, summary, payload }
}
