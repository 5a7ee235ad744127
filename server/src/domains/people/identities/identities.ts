import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Person } from '../person/person.ts'
import { updatePeople } from '../person/queries.ts'
import type { ChannelAddress } from './address.ts'
import type { Identity } from './identity.ts'
import {
  assignIdentities,
  findHeldAddresses,
  findIdentityByAddress,
  type HeldAddress,
  insertIdentities,
  listHeldChannels,
  lockUnheldIdentities,
  preferIdentity,
  preferOldestIdentity,
} from './queries.ts'
import { ensureSalt, hashAddress } from './stop-list/stop-list.ts'

/** A person, locked and as they are stored, and the address that they are to hold. */
export type IdentityClaim = ChannelAddress & {
  person: Person
  /** What a new identity is to be known by; drawn unless given. */
  asid?: string
  /** `addressHash` of the address; computed unless given. */
  hash?: Buffer
}

/** What became of it: the person as they are stored now, and what they hold. */
export type ClaimedIdentity = { person: Person; identity: Identity; changed: boolean }

/** Makes the address theirs; it may be theirs already, but not somebody else's. */
export async function claimIdentity(
  tx: Db,
  agent: AgentKey,
  wish: IdentityClaim & { preferred?: boolean },
  world: World,
): Promise<ClaimedIdentity> {
  const { theirs, refused } = await partitionClaims(tx, agent, [wish], world)
  if (refused.length > 0) throw problem('resource.conflict', 409, { detail: 'Another Person holds this identity' })
  const held = await findHeldIdentity(tx, agent, wish)
  const choose = wish.preferred === true && !held.preferred
  if (choose) await preferIdentity(tx, agent, wish.person, held.asid)
  if (theirs.length > 0 && !choose) return { person: wish.person, identity: held, changed: false }
  const [person] = await refreshPreferred(tx, agent, [wish.person], world.now())
  return { person: person as Person, identity: await findHeldIdentity(tx, agent, wish), changed: true }
}

/**
 * The same for many at once, and what others hold is refused, not thrown. Of the people, only those whose channels come
 * out other than they are stored are written: whoever stores them with the channel already in place pays for no second
 * write. Nothing is announced.
 */
export async function claimIdentities<W extends IdentityClaim>(
  tx: Db,
  agent: AgentKey,
  wishes: readonly W[],
  world: World,
): Promise<{ inserted: W[]; refused: W[]; corrected: Person[] }> {
  if (wishes.length === 0) return { inserted: [], refused: [], corrected: [] }
  const { inserted, taken, refused } = await partitionClaims(tx, agent, wishes, world)
  const lacking = wishes.filter(({ person, channel }) => !person.channels.includes(channel))
  const unsettled = new Map([...taken, ...refused, ...lacking].map(({ person }) => [person.key, person]))
  return { inserted, refused, corrected: await refreshPreferred(tx, agent, [...unsettled.values()], world.now()) }
}

export type HeldIdentity = { person: Person; identity: Pick<Identity, 'asid'> }

/** Leaves the identity with nobody. */
export async function detachIdentity(
  tx: Db,
  agent: AgentKey,
  { person, identity }: HeldIdentity,
  now: Date,
): Promise<Person> {
  await assignIdentities(tx, agent, [{ asid: identity.asid, personKey: null }], now)
  const [after] = await refreshPreferred(tx, agent, [person], now)
  return after as Person
}

/** Both people are locked. */
export async function transferIdentity(
  tx: Db,
  agent: AgentKey,
  { person, identity, to }: HeldIdentity & { to: Person },
  now: Date,
): Promise<{ person: Person; to: Person }> {
  await assignIdentities(tx, agent, [{ asid: identity.asid, personKey: to.key }], now)
  const [before, after] = await refreshPreferred(tx, agent, [person, to], now)
  return { person: before as Person, to: after as Person }
}

/** Makes it the one that outbound messages go to. */
export async function setPreferredIdentity(
  tx: Db,
  agent: AgentKey,
  { person, identity }: HeldIdentity,
  now: Date,
): Promise<Person> {
  await preferIdentity(tx, agent, person, identity.asid)
  const [after] = await refreshPreferred(tx, agent, [person], now)
  return after as Person
}

/** `inserted` are those of new addresses. */
type ClaimPartition<W extends IdentityClaim> = { inserted: W[]; taken: W[]; theirs: W[]; refused: W[] }

async function partitionClaims<W extends IdentityClaim>(
  tx: Db,
  agent: AgentKey,
  wishes: readonly W[],
  world: World,
): Promise<ClaimPartition<W>> {
  const inserted = await insertNewIdentities(tx, agent, wishes, world)
  const isNew = new Set(inserted)
  const known = wishes.filter((wish) => !isNew.has(wish))
  if (known.length === 0) return { inserted, taken: [], theirs: [], refused: [] }
  const holdings = await findHeldAddresses(tx, agent, known)
  const unheld = holdings.filter(({ personKey }) => personKey === undefined)
  const free = await lockUnheldIdentities(
    tx,
    agent,
    unheld.map(({ asid }) => asid),
  )
  const claimed = resolveClaims(known, holdings, free)
  await assignIdentities(tx, agent, claimed.assigned, world.now())
  return { ...claimed, inserted }
}

/** Answers the wishes whose addresses were not known yet. */
async function insertNewIdentities<W extends IdentityClaim>(
  tx: Db,
  agent: AgentKey,
  wishes: readonly W[],
  world: World,
): Promise<W[]> {
  const salt = wishes.every(({ hash }) => hash) ? undefined : await ensureSalt(tx, agent, world)
  const people = new Set<number>()
  const rows = wishes.map(({ person, channel, address, asid = world.newId('usr'), hash }) => {
    const first = !people.has(person.key)
    people.add(person.key)
    const known = hash ?? hashAddress(salt as Buffer, { channel, address })
    return { asid, channel, address, hash: known, personKey: person.key, first }
  })
  const inserted = await insertIdentities(tx, agent, rows, world.now())
  return wishes.filter((_, index) => inserted.has(rows[index]?.asid as string))
}

/** Who gets what of the addresses that are known: the first who asks for one that nobody holds. */
function resolveClaims<W extends IdentityClaim>(
  wishes: readonly W[],
  holdings: readonly HeldAddress[],
  free: ReadonlySet<string>,
) {
  const holders = new Map(holdings.map((holding) => [addressKeyOf(holding), { ...holding }]))
  const claimed = { taken: [] as W[], theirs: [] as W[], refused: [] as W[] }
  const assigned: { asid: string; personKey: number }[] = []
  for (const wish of wishes) {
    const holding = holders.get(addressKeyOf(wish))
    if (holding?.personKey === wish.person.key) claimed.theirs.push(wish)
    else if (!holding || holding.personKey !== undefined || !free.has(holding.asid)) claimed.refused.push(wish)
    else {
      holding.personKey = wish.person.key
      assigned.push({ asid: holding.asid, personKey: wish.person.key })
      claimed.taken.push(wish)
    }
  }
  return { ...claimed, assigned }
}

const addressKeyOf = ({ channel, address }: ChannelAddress): string => `${channel}\n${address}`

/** After what people hold has changed: who has any prefers one, and their channels are written with them. */
async function refreshPreferred(tx: Db, agent: AgentKey, people: readonly Person[], now: Date): Promise<Person[]> {
  if (people.length === 0) return []
  const keys = people.map(({ key }) => key)
  await preferOldestIdentity(tx, agent, keys)
  const channels = await listHeldChannels(tx, agent, keys)
  const settled = people.map((person) => ({ ...person, channels: channels.get(person.key) ?? [], updatedAt: now }))
  await updatePeople(
    tx,
    agent,
    people.map((before, index) => ({ before, after: settled[index] as Person })),
  )
  return settled
}

async function findHeldIdentity(tx: Db, agent: AgentKey, at: ChannelAddress): Promise<Identity> {
  return (await findIdentityByAddress(tx, agent, at)) as Identity
}
