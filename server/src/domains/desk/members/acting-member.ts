import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/access.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type DeskMember, findDeskMember } from '../queries/members.ts'

type ActingRequest = { agent: AgentKey; caller: Caller; as: string | undefined }

/** A signed-in user acts for themselves, an API key for the member that it names. */
export async function findActingMember(db: Db, { agent, caller, as }: ActingRequest): Promise<DeskMember> {
  const id = caller.kind === 'user' ? caller.id : as
  if (id === undefined)
    throw invalidRequest([{ field: 'as', message: 'is required with an API key: the member who acts' }])
  if (as !== undefined && as !== id) throw invalidRequest([{ field: 'as', message: 'must be the signed-in user' }])
  return findNamedMember(db, { agent, field: 'as', userId: id })
}

export async function findNamedMember(
  db: Db,
  { agent, field, userId }: { agent: AgentKey; field: string; userId: string },
): Promise<DeskMember> {
  const member = await findDeskMember(db, agent, userId)
  if (!member) throw invalidRequest([{ field, message: notAtDesk }])
  return member
}

/** An editor, an admin or an owner, or a member of the front desk; not one who is limited to other agents. */
export const notAtDesk = 'must be a member of the org who may work at the desk of this agent'

/** Whose unread messages are counted. */
export function viewerIdOf(caller: Caller, as: string | undefined): string {
  return caller.kind === 'user' ? caller.id : (as ?? caller.id)
}
