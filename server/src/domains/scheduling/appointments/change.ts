import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'
import type { AskDeps, ChangeDeps } from '../deps.ts'
import type { Appointment, AppointmentPatch } from './appointment.ts'
import { type Change, decideChange } from './decide-change.ts'
import { detailsChanged, follow, refreshCalendars } from './follow.ts'
import { hostsFor, refuseUnknownHost } from './hosts.ts'
import { cancelledFor, changed, movedTo } from './moves.ts'
import type { TimeAsked } from './openness.ts'
import { updateAppointment } from './queries.ts'
import { askCalendars, type Heard, nothingHeard, reserve } from './reserve.ts'
import { type Terms, termsOf } from './terms.ts'
import { dueAtEnd, neverDue } from './worker.ts'

/** A change that somebody wishes for an appointment of theirs. */
export type ChangeFor = { person: Person; appointment: Appointment; patch: AppointmentPatch }
type Move = Change & { kind: 'move' }

/** What the calendars of those who could have it say, for `changeAppointment`. Not inside a transaction. */
export async function askForChange(db: Db, agent: AgentKey, wish: ChangeFor, deps: AskDeps): Promise<Heard> {
  const now = deps.world.now()
  const change = decideChange(wish.appointment, wish.patch, now)
  if (change.kind !== 'move') return nothingHeard
  const terms = await termsOf(db, agent, deps.definitions)
  return askCalendars(db, agent, timeAsked(terms, wish, change, now), deps)
}

/** Moves or cancels an appointment that is held, as its person is, or changes what is noted of it. */
export async function changeAppointment(
  tx: Db,
  agent: AgentKey,
  wish: ChangeFor & { heard: Heard },
  deps: ChangeDeps,
): Promise<Appointment> {
  const change = decideChange(wish.appointment, wish.patch, deps.world.now())
  if (change.kind === 'refuse') throw change.problem
  if (change.kind === 'nothing') return wish.appointment
  if (change.kind === 'details') return note(tx, agent, { ...wish, change }, deps)
  return change.kind === 'cancel'
    ? cancel(tx, agent, { ...wish, change }, deps)
    : move(tx, agent, { ...wish, change }, deps)
}

type Changing<Kind> = ChangeFor & { change: Change & { kind: Kind } }

async function note(tx: Db, agent: AgentKey, { appointment, change }: Changing<'details'>, deps: ChangeDeps) {
  const after = changed({ ...appointment, ...change.details }, deps.world.now())
  await updateAppointment(tx, agent, after)
  const fields = (['notes', 'prospectTimezone'] as const).filter((field) => after[field] !== appointment[field])
  await deps.announce(tx, detailsChanged(agent, after, fields))
  await refreshCalendars(tx, agent, after, deps)
  return after
}

async function cancel(tx: Db, agent: AgentKey, wish: Changing<'cancel'>, deps: ChangeDeps): Promise<Appointment> {
  const { person, appointment: before, patch, change } = wish
  const { reason } = patch
  const appointment = cancelledFor({ ...before, ...change.details }, { reason, now: deps.world.now() })
  await updateAppointment(tx, agent, appointment, neverDue)
  const terms = await termsOf(tx, agent, deps.definitions)
  await follow(tx, agent, { action: 'cancelled', appointment, before, person, reason, terms }, deps)
  return appointment
}

async function move(
  tx: Db,
  agent: AgentKey,
  wish: Changing<'move'> & { heard: Heard },
  deps: ChangeDeps,
): Promise<Appointment> {
  const { person, appointment: before, patch, change, heard } = wish
  const now = deps.world.now()
  const terms = await termsOf(tx, agent, deps.definitions)
  refuseUnknownHost(terms.config, change.representativeId)
  const asked = timeAsked(terms, wish, change, now)
  const host = await reserve(tx, agent, { ...asked, heard, movingId: before.id })
  const moved = { host, interval: change.to, reason: patch.reason, now }
  const appointment = movedTo({ ...before, ...change.details }, moved)
  await updateAppointment(tx, agent, appointment, dueAtEnd(appointment))
  const news = { action: 'rescheduled', appointment, before, person, reason: patch.reason, terms } as const
  await follow(tx, agent, news, deps)
  return appointment
}

function timeAsked(terms: Terms, { person, appointment }: ChangeFor, change: Move, now: Date): TimeAsked {
  const { representativeId: asked, to: interval } = change
  const wish = { asked, current: appointment.host.id, assigned: person.assignedRepresentativeId }
  return { terms, ...hostsFor(terms.config, wish), interval, now: now.getTime() }
}
