import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Person, personProfiles } from '../../people/index.ts'
import type { BookingDeps } from '../deps.ts'
import type { Appointment } from './appointment.ts'
import { findNextCall } from './queries.ts'

type CallUpdate = {
  /** Locked until the transaction ends. */
  person: Person
  ended?: Appointment
  /** Previous start of an appointment that was moved or cancelled. */
  previousStart?: Date
}

/** Keeps the person's call times in sync with their appointments, and announces only real changes. */
export async function updateCallTimes(
  tx: Db,
  agent: AgentKey,
  { person, ended, previousStart = ended?.startUtc }: CallUpdate,
  { announce, world }: Pick<BookingDeps, 'announce' | 'world'>,
): Promise<void> {
  const now = world.now()
  const next = await findNextCall(tx, agent, person.key, now)
  const after = { ...person, updatedAt: now }
  after.scheduledCallAt = computeScheduledCall(person.scheduledCallAt, { next, previousStart, now })
  after.lastCallAt = laterOf(person.lastCallAt, ended?.startUtc)
  const fields = ['scheduledCallAt', 'lastCallAt'] as const
  const changed = fields.filter((field) => after[field]?.getTime() !== person[field]?.getTime())
  if (changed.length === 0) return
  await personProfiles.write(tx, agent, [{ before: person, after }])
  await announce(tx, personProfiles.updatedEvent(agent, person, after, changed))
}

type CallContext = { next?: Date; previousStart?: Date; now: Date }

/** An operator may have set a call manually: it remains until it has passed, unless an appointment comes sooner. */
function computeScheduledCall(call: Date | undefined, { next, previousStart, now }: CallContext): Date | undefined {
  if (!call || call <= now || call.getTime() === previousStart?.getTime()) return next
  return next && next < call ? next : call
}

function laterOf(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}
