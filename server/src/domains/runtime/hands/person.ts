import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { lockPerson, type Person, profiles } from '../../people/index.ts'
import type { Done, Partner } from '../deps.ts'
import type { HandsDeps, HandsFor } from './deps.ts'
import { inTransaction } from './queries.ts'
import { unlessRefused } from './refused.ts'

/** Whom a live conversation is with: whoever holds the identity now. */
export async function partnerOf(db: Db, agent: AgentKey, asid: string): Promise<Partner | undefined> {
  const person = await profiles.ofIdentity(db, agent, asid)
  return person && asPartner(person)
}

export function asPartner({ key: _, ...partner }: Person): Partner {
  return partner
}

export const nobody = { ok: false, why: 'Nobody is on file for this conversation any more.' } as const

/** Acts for the person of the conversation, who is held until the transaction ends. */
export function forPerson<T>(
  { agent, asid }: HandsFor,
  { db }: Pick<HandsDeps, 'db'>,
  act: (tx: Db, person: Person) => Promise<Done<T>>,
): Promise<Done<T>> {
  return unlessRefused(() =>
    inTransaction(db, async (tx) => {
      const person = await lockHolder(tx, agent, asid)
      return person ? act(tx, person) : nobody
    }),
  )
}

export async function lockHolder(tx: Db, agent: AgentKey, asid: string): Promise<Person | undefined> {
  const holder = await profiles.ofIdentity(tx, agent, asid)
  return holder && lockPerson(tx, agent, holder.id)
}
