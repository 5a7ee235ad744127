import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PeopleDeps } from '../deps.ts'
import { createPersonUpdatedEvent } from '../events.ts'
import { transferIdentity } from '../identities/identities.ts'
import type { Identity } from '../identities/identity.ts'
import { findIdentityByAddress, listIdentitiesByPerson, renameIdentity } from '../identities/queries.ts'
import { ensureSalt, hashAddress, optOut } from '../identities/stop-list/stop-list.ts'
import { type MergeDeps, mergePeople } from '../merge/merge.ts'
import { updatePerson } from '../person/people.ts'
import { type Person, PersonBody, type ProfileChange } from '../person/person.ts'
import { lockPeople } from '../person/queries.ts'
import { lockAddress } from './queries.ts'
import { resolveIdentity } from './resolve-identity.ts'

export type VisitorSignIn = {
  channel: Channel
  /** The address of the user, which the site vouches for. */
  address: string
  /** The address from which they wrote before they signed in. */
  anonymous?: string
  /** Stated by the page: it only fills in what the Person lacks. */
  profile: { fullName?: string; email?: string }
}
type SignInDeps = MergeDeps & Pick<PeopleDeps, 'definitions'>

/**
 * Joins an anonymous visitor to the Person with the user's address. For a new user, the anonymous identity itself gets
 * the address, so that the conversation goes on; otherwise the two people are merged.
 */
export async function signInIdentity(tx: Db, agent: AgentKey, signIn: VisitorSignIn, deps: SignInDeps): Promise<void> {
  const { channel, address, anonymous, profile } = signIn
  const at = { channel, address }
  await lockAddress(tx, agent, address)
  const former =
    anonymous === undefined ? undefined : await findIdentityByAddress(tx, agent, { channel, address: anonymous })
  const isNew = (await findIdentityByAddress(tx, agent, at)) === undefined
  if (former && isNew) {
    const hash = hashAddress(await ensureSalt(tx, agent, deps.world), at)
    await renameIdentity(tx, agent, { asid: former.asid, address, hash })
  }
  await resolveIdentity(tx, agent, { ...at, hasWritten: false }, deps)
  const identity = (await findIdentityByAddress(tx, agent, at)) as Identity
  if (former && !isNew) await joinFormer(tx, agent, { former, identity }, deps)
  // Whoever has said STOP before signing in has said it afterwards, too.
  if (former?.optedOut) await optOut(tx, agent, at, deps.world)
  await fillProfile(tx, agent, { personKey: identity.personKey as number, profile }, deps)
}

/** Merges the people; a Person who is also known elsewhere stays, and only the chat moves. */
async function joinFormer(
  tx: Db,
  agent: AgentKey,
  { former, identity }: { former: Identity; identity: Identity },
  deps: SignInDeps,
): Promise<void> {
  const { personKey: fromKey } = former
  const { personKey: intoKey } = identity
  if (fromKey === undefined || intoKey === undefined || fromKey === intoKey) return
  const people = await lockPeople(tx, agent, [fromKey, intoKey])
  const from = people.find(({ key }) => key === fromKey)
  const into = people.find(({ key }) => key === intoKey)
  if (!from || !into) return
  const identities = (await listIdentitiesByPerson(tx, agent, [fromKey])).get(fromKey) ?? []
  if (identities.length === 1) await mergePeople(tx, agent, { from, into }, deps)
  else await moveChat(tx, agent, { from, into, former }, deps)
}

async function moveChat(
  tx: Db,
  agent: AgentKey,
  { from, into, former }: { from: Person; into: Person; former: Identity },
  { announce, world }: SignInDeps,
): Promise<void> {
  const moved = await transferIdentity(tx, agent, { person: from, identity: former, to: into }, world.now())
  await announce(
    tx,
    createPersonUpdatedEvent(agent, from, moved.person, ['identities']),
    createPersonUpdatedEvent(agent, into, moved.to, ['identities']),
  )
}

async function fillProfile(
  tx: Db,
  agent: AgentKey,
  { personKey, profile }: { personKey: number; profile: VisitorSignIn['profile'] },
  deps: SignInDeps,
): Promise<void> {
  if (!profile.fullName && !profile.email) return
  const [person] = await lockPeople(tx, agent, [personKey])
  if (!person) return
  const isNamed = person.fullName ?? person.firstName ?? person.lastName
  const change: ProfileChange = {
    ...(isNamed === undefined && keepValid({ fullName: profile.fullName })),
    ...(person.email === undefined && keepValid({ email: profile.email })),
  }
  await updatePerson(tx, agent, { person, change, by: 'agent' }, deps)
}

/** A page may state anything; an invalid value is no reason to refuse the visitor. */
function keepValid(profile: VisitorSignIn['profile']): ProfileChange {
  return PersonBody.safeParse(profile).data ?? {}
}
