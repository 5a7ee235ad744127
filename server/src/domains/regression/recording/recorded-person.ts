import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { lockPerson, type Person, personProfiles } from '../../people/index.ts'
import type { PlaySandbox } from '../deps.ts'
import type { RealPerson } from './pseudonymize.ts'

/** Whom a conversation was with, held until the transaction ends. */
export async function findRecordedPerson(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { sandbox }: { sandbox: Pick<PlaySandbox, 'observe'> },
): Promise<RealPerson> {
  const holder = await personProfiles.findByAsid(tx, agent, asid)
  const person = holder && (await lockPerson(tx, agent, holder.id))
  if (person) return { ...person, addresses: await listAddresses(tx, agent, person) }
  const identity = await personProfiles.findIdentity(tx, agent, asid)
  if (identity) return { customFields: {}, addresses: [identity.address] }
  // Who is only rehearsed with is made up, and yet may go by a real name.
  const { person: rehearsed } = await sandbox.observe(tx, agent, asid)
  return { ...selectTexts(rehearsed), customFields: selectTexts(rehearsed.customFields), addresses: [] }
}

async function listAddresses(db: Db, agent: AgentKey, { key }: Person): Promise<string[]> {
  const held = (await personProfiles.listIdentities(db, agent, [key])).get(key) ?? []
  const addresses: string[] = []
  for (const { asid } of held) addresses.push((await personProfiles.findIdentity(db, agent, asid))?.address ?? '')
  return addresses.filter((address) => address !== '')
}

const selectTexts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
