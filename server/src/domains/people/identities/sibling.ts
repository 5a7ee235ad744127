import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { createPersonUpdatedEvent } from '../events.ts'
import { lockPeople } from '../person/queries.ts'
import { claimIdentity } from './identities.ts'
import type { Identity } from './identity.ts'
import { findIdentityByAddress, findIdentityByAsid } from './queries.ts'

/** Ensures that the person has the same address on the sibling channel: a number is reachable on both rcs and sms. */
export async function ensureSiblingIdentity(
  tx: Db,
  agent: AgentKey,
  { asid, channel }: { asid: string; channel: Channel },
  { announce, world }: { announce: Announce; world: World },
): Promise<Identity | undefined> {
  const identity = await findIdentityByAsid(tx, agent, asid)
  if (!identity) return undefined
  const known = await findIdentityByAddress(tx, agent, { channel, address: identity.address })
  if (known?.personKey !== undefined || identity.personKey === undefined) return known
  const [person] = await lockPeople(tx, agent, [identity.personKey])
  if (!person) return undefined
  const given = await claimIdentity(tx, agent, { person, channel, address: identity.address }, world)
  if (given.changed) await announce(tx, createPersonUpdatedEvent(agent, person, given.person, ['identities']))
  return given.identity
}
