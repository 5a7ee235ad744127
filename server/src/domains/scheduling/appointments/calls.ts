import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Person, profiles } from '../../people/index.ts'
import type { ChangeDeps } from '../deps.ts'
import type { Appointment } from './appointment.ts'
import { nextCallOf } from './queries.ts'

type Calls = {
  /** Held until the transaction ends. */
  person: Person
  /** An appointment that has taken place. */
  over?: Appointment
  /** When an appointment was to begin that was moved or cancelled. */
  went?: Date
}

/** Keeps what a person shows of their calls true to their appointments; it is announced only when it has changed. */
export async function keepCalls(
  tx: Db,
  agent: AgentKey,
  { person, over, went = over?.startUtc }: Calls,
  { announce, world }: Pick<ChangeDeps, 'announce' | 'world'>,
): Promise<void> {
  const now = world.now()
  const next = await nextCallOf(tx, agent, person.key, now)
  const after = { ...person, updatedAt: now }
  after.scheduledCallAt = callAfter(person.scheduledCallAt, { next, went, now })
  after.lastCallAt = laterOf(person.lastCallAt, over?.startUtc)
  const fields = ['scheduledCallAt', 'lastCallAt'] as const
  const changed = fields.filter((field) => after[field]?.getTime() !== person[field]?.getTime())
  if (changed.length === 0) return
  await profiles.write(tx, agent, [{ before: person, after }])
  await announce(tx, profiles.updated(agent, person, after, changed))
}

type Around = { next?: Date; went?: Date; now: Date }

/** An operator may have set a call by hand: that one stays until it is past, unless an appointment comes sooner. */
function callAfter(call: Date | undefined, { next, went, now }: Around): Date | undefined {
  if (!call || call <= now || call.getTime() === went?.getTime()) return next
  return next && next < call ? next : call
}

function laterOf(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}
