import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { personProfiles } from '../../people/index.ts'
import { appointments } from '../../scheduling/index.ts'

/** An appointment, and how its person is reached. */
export type ReminderTarget = {
  status: string
  startUtc: Date
  timezone: string
  representativeName?: string
  firstName?: string
  /** The identity that messages go out to, and whether a STOP is on it. */
  identity?: { asid: string; optedOut: boolean }
}

export async function findReminderTarget(
  db: Db,
  agent: AgentKey,
  appointmentId: string,
): Promise<ReminderTarget | undefined> {
  const found = await appointments.findById(db, agent, appointmentId)
  if (!found) return undefined
  const { status, startUtc, prospectTimezone: timezone, host, person, personKey } = found
  const held = (await personProfiles.listIdentities(db, agent, [personKey])).get(personKey) ?? []
  const identity = held.find(({ preferred }) => preferred) ?? held[0]
  const firstName = person.firstName ?? undefined
  return { status, startUtc, timezone, representativeName: host.name, firstName, identity }
}
