import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { lockPerson, type Person, profiles } from '../../people/index.ts'
import type { Stage } from '../deps.ts'
import type { RealPerson } from './stand-in.ts'

/** Whom a conversation was with, held until the transaction ends. */
export async function personBehind(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { stage }: { stage: Pick<Stage, 'look'> },
): Promise<RealPerson> {
  const holder = await profiles.ofIdentity(tx, agent, asid)
  const person = holder && (await lockPerson(tx, agent, holder.id))
  if (person) return { ...person, addresses: await addressesOf(tx, agent, person) }
  const identity = await profiles.identity(tx, agent, asid)
  if (identity) return { customFields: {}, addresses: [identity.address] }
  // Who is only rehearsed with is made up, and yet may go by a real name.
  const { person: rehearsed } = await stage.look(tx, agent, asid)
  return { ...texts(rehearsed), customFields: texts(rehearsed.customFields), addresses: [] }
}

async function addressesOf(db: Db, agent: AgentKey, { key }: Person): Promise<string[]> {
  const held = (await profiles.identities(db, agent, [key])).get(key) ?? []
  const addresses: string[] = []
  for (const { asid } of held) addresses.push((await profiles.identity(db, agent, asid))?.address ?? '')
  return addresses.filter((address) => address !== '')
}

const texts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
