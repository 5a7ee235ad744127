import type { Db } from '../../../platform/db/database.ts'
import { type Person, profiles } from '../../people/index.ts'
import { type Appointment, appointments } from '../../scheduling/index.ts'
import type { Done, Hands, Meeting } from '../deps.ts'
import type { HandsDeps, HandsFor } from './deps.ts'
import { forPerson, nobody } from './person.ts'
import { fitting, unlessRefused } from './refused.ts'

/** Appointments of the person, by the very functions of the API: calendars are asked first, outside any transaction. */

const mostToCome = 50
const tries = 2

export const meetingHands = (held: HandsFor, deps: HandsDeps): MeetingHands => ({
  book: (wish) => book(held, deps, wish),
  reschedule: ({ appointmentId, startUtc }) =>
    unlessRefused(() => {
      const patch = fitting(appointments.Patch, { startUtc: startUtc.toISOString() })
      return change(held, deps, { appointmentId, verb: 'move', patch })
    }),
  cancel: ({ appointmentId, reason }) =>
    unlessRefused(() => {
      const patch = fitting(appointments.Patch, { status: 'cancelled', reason })
      return change(held, deps, { appointmentId, verb: 'cancel', patch })
    }),
  async meetings() {
    const person = await profiles.ofIdentity(deps.db, held.agent, held.asid)
    return person ? (await toCome(deps.db, held, person, deps)).map(asMeeting) : []
  },
})
type MeetingHands = Pick<Hands, 'book' | 'reschedule' | 'cancel' | 'meetings'>

async function book(held: HandsFor, deps: HandsDeps, wish: Parameters<Hands['book']>[0]): Promise<Done<Meeting>> {
  const { agent, asid } = held
  return unlessRefused(async () => {
    const person = await profiles.ofIdentity(deps.db, agent, asid)
    if (!person) return nobody
    const booking = fitting(appointments.Booking, { ...wish, startUtc: wish.startUtc.toISOString() })
    const heard = await appointments.askForBooking(deps.db, agent, { person, booking }, deps)
    return forPerson(held, deps, async (tx, person) => {
      // An event may be told twice: who has that very time has what they wish for.
      const theirs = (await toCome(tx, held, person, deps)).find((one) => isAt(one, booking.startUtc))
      return done(theirs ?? (await appointments.book(tx, agent, { person, booking, heard }, deps)))
    })
  })
}

const isAt = ({ startUtc }: Appointment, at: Date): boolean => startUtc.getTime() === at.getTime()

type Patch = Parameters<typeof appointments.change>[2]['patch']
type Wish = { appointmentId?: string; verb: 'move' | 'cancel'; patch: Patch }

/** One that was named must be theirs; without a name it is the only one that they have. */
async function change(held: HandsFor, deps: HandsDeps, wish: Wish, left = tries): Promise<Done<Meeting>> {
  const { agent, asid } = held
  const { patch } = wish
  const person = await profiles.ofIdentity(deps.db, agent, asid)
  if (!person) return nobody
  const meant = await meantBy(held, person, wish, deps)
  if (!meant.ok) return meant
  const { id: appointmentId } = meant.value
  const heard = await appointments.askForChange(deps.db, agent, { person, appointment: meant.value, patch }, deps)
  const changed = await forPerson(held, deps, async (tx, person) => {
    const appointment = await appointments.lock(tx, agent, { personId: person.id, appointmentId })
    if (!appointment) return gone
    return done(await appointments.change(tx, agent, { person, appointment, patch, heard }, deps))
  })
  // Whose appointments were merged a moment ago is asked for again.
  return changed === gone && left > 1 ? change(held, deps, wish, left - 1) : changed
}

const gone: Done<never> = { ok: false, why: 'There is no such appointment.' }

async function meantBy(
  held: HandsFor,
  person: Person,
  { appointmentId, verb }: Wish,
  deps: HandsDeps,
): Promise<Done<Appointment>> {
  if (appointmentId !== undefined) {
    const named = await appointments.find(deps.db, held.agent, { personId: person.id, appointmentId })
    return named ? { ok: true, value: named } : gone
  }
  const theirs = await toCome(deps.db, held, person, deps)
  const [only] = theirs
  if (!only) return { ok: false, why: `There is no appointment to ${verb}.` }
  if (theirs.length === 1) return { ok: true, value: only }
  return { ok: false, why: `There are ${theirs.length} appointments: it must be said which one to ${verb}.` }
}

function toCome(db: Db, { agent }: HandsFor, person: Person, { world }: HandsDeps): Promise<Appointment[]> {
  return appointments.toCome(db, agent, { personKey: person.key, now: world.now(), most: mostToCome })
}

const done = (appointment: Appointment): Done<Meeting> => ({ ok: true, value: asMeeting(appointment) })

function asMeeting(appointment: Appointment): Meeting {
  const { id, startUtc, prospectTimezone: timezone, host, notes } = appointment
  return {
    id,
    startUtc: startUtc.toISOString(),
    durationMinutes: appointments.minutesOf(appointment),
    timezone,
    ...(host.name !== undefined && { representativeName: host.name }),
    ...(notes !== undefined && { notes }),
  }
}
