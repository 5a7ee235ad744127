import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { personCreated, personUpdated } from '../events.ts'
import type { ChannelAddress } from '../identities/address.ts'
import { giveIdentities } from '../identities/identities.ts'
import { newPerson } from '../person/change.ts'
import { type Person, PersonBody } from '../person/person.ts'
import { insertPeople, lockPeople } from '../person/queries.ts'
import { findKnown, findOnlyByPhone, type Known, noteSeen, waitForTurn } from './queries.ts'

/** Somebody who writes on a channel; `name` is what the channel tells of them, taken for somebody new only. */
export type Arrival = ChannelAddress & {
  name?: string
  /** Where somebody new comes from; the channel unless said. */
  source?: string
  /** False where they have not written: their number was entered, by whomever. */
  hasWritten?: boolean
}
type Deps = { announce: Announce; world: World }

/** How far the time at which somebody was last seen may be behind: a write for every message would cost more than it tells. */
const seenWithinMilliseconds = 60_000

/**
 * Whoever writes from an address, by its asid: known, known by the phone, or new. The identity stays until the
 * transaction ends.
 */
export async function arrive(tx: Db, agent: AgentKey, arrival: Arrival, deps: Deps): Promise<string> {
  const now = deps.world.now()
  const since = new Date(now.getTime() - seenWithinMilliseconds)
  const known = await findKnown(tx, agent, arrival, since)
  if (!known?.holder) return welcome(tx, agent, arrival, deps)
  const { hasWritten = true } = arrival
  if (hasWritten && !known.holder.seenJustNow) await noteSeen(tx, agent, known.holder.key, now)
  return known.asid
}

async function welcome(tx: Db, agent: AgentKey, arrival: Arrival, deps: Deps): Promise<string> {
  const now = deps.world.now()
  await waitForTurn(tx, agent, arrival.address)
  const meanwhile = await findKnown(tx, agent, arrival, now)
  if (meanwhile?.holder) return meanwhile.asid
  const key = await findOnlyByPhone(tx, agent, arrival.address)
  const [known] = key === undefined ? [] : await lockPeople(tx, agent, [key])
  const person = known ?? (await addNewcomer(tx, agent, arrival, deps))
  const { channel, address } = arrival
  const { refused, corrected } = await giveIdentities(tx, agent, [{ person, channel, address }], deps.world)
  // An operator gave it to somebody in this very moment; whoever calls again finds them.
  if (refused.length > 0) throw problem('service.unavailable', 503, { detail: 'The identity is changing hands' })
  if (known) await deps.announce(tx, personUpdated(agent, known, corrected[0] ?? known, ['identities']))
  return ((await findKnown(tx, agent, arrival, now)) as Known).asid
}

async function addNewcomer(tx: Db, agent: AgentKey, arrival: Arrival, { announce, world }: Deps): Promise<Person> {
  const { channel, address, name, source = channel, hasWritten = true } = arrival
  const now = world.now()
  const said = { source, ...fitting({ fullName: name }), ...phoneOf(address) }
  const made = newPerson(said, { id: world.newId('per'), now, fields: [] })
  const seen = hasWritten ? { lastSeenAt: now } : {}
  const [person] = (await insertPeople(tx, agent, [{ ...made, channels: [channel], ...seen }])) as [Person]
  await announce(tx, personCreated(agent, person))
  return person
}

const phoneOf = (address: string) => (address.startsWith('+') ? fitting({ phone: address }) : {})

/** What a channel tells that no operator could have written is left out. */
function fitting(said: { fullName?: string } | { phone: string }) {
  return PersonBody.safeParse(said).data ?? {}
}
