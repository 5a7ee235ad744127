import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { lockPerson, type Person, personProfiles } from '../../people/index.ts'
import type { ActionResult, ConversationPartner } from '../deps.ts'
import { catchClientProblems } from './client-problems.ts'
import type { ActionDeps, ActionTarget } from './deps.ts'

/** Returns the person who currently owns the identity. */
export async function findLivePartner(db: Db, agent: AgentKey, asid: string): Promise<ConversationPartner | undefined> {
  const person = await personProfiles.findByAsid(db, agent, asid)
  return person && toPartner(person)
}

export function toPartner({ key: _, ...partner }: Person): ConversationPartner {
  return partner
}

export const personNotFound = { ok: false, reason: 'The person of this conversation no longer exists.' } as const

/** Acts for the person of the conversation, locked until the transaction ends. */
export function withLockedPerson<T>(
  { agent, asid }: ActionTarget,
  { db }: Pick<ActionDeps, 'db'>,
  act: (tx: Db, person: Person) => Promise<ActionResult<T>>,
): Promise<ActionResult<T>> {
  return catchClientProblems(() =>
    inTransaction(db, async (tx) => {
      const person = await lockPersonByIdentity(tx, agent, asid)
      return person ? act(tx, person) : personNotFound
    }),
  )
}

export async function lockPersonByIdentity(tx: Db, agent: AgentKey, asid: string): Promise<Person | undefined> {
  const holder = await personProfiles.findByAsid(tx, agent, asid)
  return holder && lockPerson(tx, agent, holder.id)
}
