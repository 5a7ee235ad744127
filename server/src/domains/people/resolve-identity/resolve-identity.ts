import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { createPersonCreatedEvent, createPersonUpdatedEvent } from '../events.ts'
import { claimIdentities } from '../identities/identities.ts'
import type { ChannelAddress } from '../identities/identity.ts'
import { hashAddress } from '../identities/stop-list/stop-list.ts'
import { buildNewPerson } from '../person/change.ts'
import { type Person, PersonBody } from '../person/person.ts'
import { insertPeople, lockPeople } from '../person/queries.ts'
import { findKnownIdentity, findNewcomerMatch, lockAddress, updateLastSeen } from './queries.ts'

/** A sender on a channel; `name` is what the channel reports, used only for a new person. */
export type IncomingIdentity = ChannelAddress & {
  name?: string
  /** The source of a new person; defaults to the channel. */
  source?: string
  /** False when they have not written themselves: anyone may have entered their number. */
  hasWritten?: boolean
}
/** `isNew`: this transaction created the identity, so no other transaction can see it yet. */
export type ResolvedIdentity = { asid: string; isNew: boolean }
type ResolveDeps = { announce: Announce; world: World }

/** How stale the last-seen time may be: writing it for every message would cost more than it is worth. */
const seenWithinMilliseconds = 60_000

/** A person who was seen since then need not be recorded as seen. */
export const seenJustNowSince = (now: Date): Date => new Date(now.getTime() - seenWithinMilliseconds)

/**
 * Resolves the sender of a message: a known identity, a person known by phone, or a new person. Locks the identity
 * against erasure until the transaction ends.
 */
export async function resolveIdentity(
  tx: Db,
  agent: AgentKey,
  arrival: IncomingIdentity,
  deps: ResolveDeps,
): Promise<ResolvedIdentity> {
  const now = deps.world.now()
  const known = await findKnownIdentity(tx, agent, arrival, seenJustNowSince(now))
  if (!known?.holder) return createIdentity(tx, agent, arrival, deps)
  const { hasWritten = true } = arrival
  if (hasWritten && !known.holder.seenJustNow) await updateLastSeen(tx, agent, known.holder.key, now)
  return { asid: known.asid, isNew: false }
}

async function createIdentity(
  tx: Db,
  agent: AgentKey,
  arrival: IncomingIdentity,
  deps: ResolveDeps,
): Promise<ResolvedIdentity> {
  await lockAddress(tx, agent, arrival.address)
  const found = await findNewcomerMatch(tx, agent, arrival)
  if (found.asid !== undefined && found.isHeld) return { asid: found.asid, isNew: false }
  const [known] = found.onlyByPhone === undefined ? [] : await lockPeople(tx, agent, [found.onlyByPhone])
  const person = known ?? (await addNewcomer(tx, agent, arrival, deps))
  const { channel, address } = arrival
  const hash = found.salt && hashAddress(found.salt, arrival)
  const wish = { person, channel, address, asid: deps.world.newId('usr'), hash }
  const { inserted, refused, corrected } = await claimIdentities(tx, agent, [wish], deps.world)
  // An operator assigned it to someone at this very moment; a retry will find them.
  if (refused.length > 0)
    throw problem('service.unavailable', 503, { detail: 'The identity is being moved to another Person' })
  if (known) await deps.announce(tx, createPersonUpdatedEvent(agent, known, corrected[0] ?? known, ['identities']))
  if (inserted.length > 0) return { asid: wish.asid, isNew: true }
  const asid = found.asid ?? (await findNewcomerMatch(tx, agent, arrival)).asid
  return { asid: asid as string, isNew: false }
}

async function addNewcomer(
  tx: Db,
  agent: AgentKey,
  arrival: IncomingIdentity,
  { announce, world }: ResolveDeps,
): Promise<Person> {
  const { channel, address, name, source = channel, hasWritten = true } = arrival
  const now = world.now()
  const profile = { source, ...dropInvalid({ fullName: name }), ...phoneOf(address) }
  const made = buildNewPerson(profile, { id: world.newId('per'), now, fields: [] })
  const seen = hasWritten ? { lastSeenAt: now } : {}
  const [person] = (await insertPeople(tx, agent, [{ ...made, channels: [channel], ...seen }])) as [Person]
  await announce(tx, createPersonCreatedEvent(agent, person))
  return person
}

/** The carrier knows its numbers; no rule of ours decides about them. */
const phoneOf = (address: string) => (/^\+[1-9]\d{6,14}$/.test(address) ? { phone: address } : {})

/** Drops values from the channel that would fail the validation for operators. */
function dropInvalid(profile: { fullName?: string }) {
  return PersonBody.safeParse(profile).data ?? {}
}
