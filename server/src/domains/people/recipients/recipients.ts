import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { createPersonCreatedEvent, createPersonUpdatedEvent } from '../events.ts'
import { claimIdentities } from '../identities/identities.ts'
import type { ChannelAddress } from '../identities/identity.ts'
import { changePerson, type NewPerson } from '../person/change.ts'
import type { Person, ProfileChange } from '../person/person.ts'
import { insertPeople, lockPeopleForChange, updatePeople } from '../person/queries.ts'

/** A new person, their address, and the asid to use if the address is new. */
export type Newcomer = ChannelAddress & { person: NewPerson; asid: string }
/** A change to a known person, evaluated again once the person is locked. */
export type ProfileUpdate = { personKey: number; change(person: Person): ProfileChange }

/** A concurrent write won: an address is taken, or a person no longer exists. */
export class RecipientConflict extends Error {}

type WriteContext = { tx: Db; agent: AgentKey; world: World; definitions: Pick<Definitions, 'read'> }

/** Writes the people whom the business is about to message, in bulk; returns the events to publish. */
export async function writeRecipients(
  { tx, agent, world, definitions }: WriteContext,
  { newcomers, updates }: { newcomers: readonly Newcomer[]; updates: readonly ProfileUpdate[] },
): Promise<OutboxEvent[]> {
  const made = await insertNewcomers(tx, agent, newcomers, world)
  if (updates.length === 0) return made
  const { peopleFields: fields } = await definitions.read(tx, agent)
  const locked = new Map(
    (await lockPeopleForChange(tx, agent, [...new Set(updates.map(({ personKey }) => personKey))])).map((one) => [
      one.key,
      one,
    ]),
  )
  const before = new Map(locked)
  const changes = new Map<number, string[]>()
  for (const { personKey, change } of updates) {
    const person = locked.get(personKey)
    if (!person) throw new RecipientConflict()
    const after = changePerson(person, change(person), { fields, by: 'agent', now: world.now() })
    locked.set(personKey, after.person)
    changes.set(personKey, [...new Set([...(changes.get(personKey) ?? []), ...after.changed])])
  }
  const changed = [...changes].filter(([, fields]) => fields.length > 0)
  const pairs = changed.map(([key]) => ({ before: before.get(key) as Person, after: locked.get(key) as Person }))
  await updatePeople(tx, agent, pairs)
  const updateEvents = pairs.map(({ before, after }) =>
    createPersonUpdatedEvent(agent, before, after, changes.get(after.key) ?? []),
  )
  return [...made, ...updateEvents]
}

async function insertNewcomers(
  tx: Db,
  agent: AgentKey,
  newcomers: readonly Newcomer[],
  world: World,
): Promise<OutboxEvent[]> {
  if (newcomers.length === 0) return []
  const stored = await insertPeople(
    tx,
    agent,
    newcomers.map(({ person, channel }) => ({ ...person, channels: [channel] })),
  )
  const wishes = newcomers.map(({ channel, address, asid }, index) => {
    return { channel, address, asid, person: stored[index] as Person }
  })
  const { refused } = await claimIdentities(tx, agent, wishes, world)
  if (refused.length > 0) throw new RecipientConflict()
  return stored.map((person) => createPersonCreatedEvent(agent, person))
}
